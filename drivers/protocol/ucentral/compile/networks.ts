import type { Words } from '@belvedere/contract/kit/text.ts'
import type { Effective, IntentFields } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { type Draft, isObject, type Json, objectsIn, textsIn } from '../../../kit/compile/draft.ts'
import { type Hardware, portsNamed } from './hardware.ts'
import { isAddress } from './hosts.ts'
import { isUplinkNetwork, lastUplinkNetwork, leadsUp, leave } from './membership.ts'
import {
  blockIn,
  type RefusedSubnets,
  refusedSubnets,
  refusesLanAddress,
  reservationsFit,
  withOwnAddress,
} from './subnets.ts'
import { refusesVlan, vlanOf } from './vlans.ts'
import { intentsOf, isAnySet } from './intents.ts'

/** The network capabilities of a family. */
export interface NetworkCan {
  dhcpServer: boolean
  pppoe: boolean
  /** The highest number of a VLAN; 0: VLANs are not supported. */
  mostVlan: number
  mac: boolean
  /** The client refuses a static uplink without name servers, and with it the whole document. */
  needsDns?: true
}

const noPorts = (names: string): Words => ({ zh: '设备没有端口 ' + names, en: `The device has no port ${names}` })
const needsPort: Words = {
  zh: '设备上没有这个网络，新建需要选择设备上的接口',
  en: 'The device has no such network; a new one needs an interface of the device',
}
const notHere: Words = { zh: '该类设备不支持此项', en: 'This kind of device cannot do that' }

/** All networks of the device. `upstream`: subnets it reports at its uplinks. */
export function compileNetworks(
  draft: Draft,
  effective: Effective,
  hardware: Hardware,
  can: NetworkCan,
  upstream: readonly string[] = [],
): void {
  const refused = refusedSubnets(draft, effective, upstream)
  compileWans(draft, effective, hardware, can, refused)
  for (const [key, lan] of intentsOf(effective, 'lan'))
    compileLan(draft, key, withoutRefused(draft, key, lan, refused), hardware, can)
}

/** An invalid subnet is left out; a new network would need a valid one. */
function withoutRefused(
  draft: Draft,
  key: string,
  lan: IntentFields<'lan'>,
  refused: RefusedSubnets,
): IntentFields<'lan'> {
  const by = `lan/${key}/subnet`
  const why = lan.subnet === undefined ? undefined : (refusesLanAddress(lan.subnet) ?? refused.get(by))
  if (!why) return lan
  draft.refuse(by, why)
  const { subnet: _, ...rest } = lan
  return rest
}

function compileLan(draft: Draft, key: string, lan: IntentFields<'lan'>, hardware: Hardware, can: NetworkCan): void {
  const by = `lan/${key}`
  const twin = twinOf(draft, key, lan.vlan)
  if (twin) return draft.refuse(by, vlanTaken)
  const own = findInterface(draft, 'downstream', key, lan.vlan) ?? newLan(draft, key, lan, hardware, can)
  if (!own) return
  setVlan(draft, own, lan.vlan, `${by}/vlan`, can, hardware.ports)
  if (lan.ports) setPorts(draft, own, lan.ports, hardware, `${by}/ports`)
  if (lan.subnet !== undefined) moveLan(draft, draft.object(own, 'ipv4'), lan.subnet, `${by}/subnet`)
  setDhcp(draft, own, lan, by, can)
  if (lan.dns) {
    const ipv4 = draft.object(own, 'ipv4')
    setServers(draft, isObject(ipv4['dhcp']) ? draft.object(ipv4, 'dhcp') : ipv4, lan.dns, `${by}/dns`)
  }
}

/** The network's address, with the settings that depend on it. */
function moveLan(draft: Draft, ipv4: Json, subnet: string, by: string): void {
  if (!reservationsFit(ipv4, subnet))
    return draft.refuse(by, {
      zh: '该网段放不下已有的 DHCP 地址保留',
      en: 'The subnet has no room for the DHCP reservations of this network',
    })
  const owners = isObject(ipv4['dhcp']) ? [ipv4, draft.object(ipv4, 'dhcp')] : [ipv4]
  for (const owner of owners) {
    const servers = withOwnAddress(owner['use-dns'], ipv4['subnet'], subnet)
    if (servers) draft.set(owner, 'use-dns', servers, by)
  }
  draft.set(ipv4, 'addressing', 'static', by)
  draft.set(ipv4, 'subnet', subnet, by)
  if (isObject(ipv4['dhcp'])) fitLeases(draft, ipv4, draft.object(ipv4, 'dhcp'), by)
}

/** Leases count from the start of the subnet; a smaller one may have no room for their start, or for all of them. */
function fitLeases(draft: Draft, ipv4: Json, dhcp: Json, by: string): void {
  const hosts = blockIn(ipv4['subnet'])?.hosts
  const [first, count] = [dhcp['lease-first'], dhcp['lease-count']]
  if (hosts === undefined || typeof first !== 'number' || typeof count !== 'number') return
  const begin = first >= 1 && first <= hosts ? first : firstLease(hosts)
  if (begin !== first) draft.set(dhcp, 'lease-first', begin, by)
  if (count > hosts + 1 - begin) draft.set(dhcp, 'lease-count', hosts + 1 - begin, by)
}

/** Default start of the leases. */
const firstLease = (hosts: number) => (hosts > 20 ? 10 : Math.min(2, hosts))

export const vlanTaken: Words = { zh: '该 VLAN 已被另一个网络使用', en: 'Another network of the device has this VLAN' }

/** The network of another intent with this VLAN, where the device has none of this name. */
function twinOf(draft: Draft, key: string, vlan: number | undefined): Json | undefined {
  const all = objectsIn(draft.root['interfaces']).filter(({ one }) => one['role'] === 'downstream')
  if (vlan === undefined || all.some(({ one }) => nameOf(one) === key.toLowerCase())) return undefined
  return all.find(({ one }) => vlanOf(one) === vlan && draft.isTaken(one))?.one
}

/** Conflicts between an intent for the ports of a network and one for a single port: the intent for the port wins. */
export function refuseMovedPorts(draft: Draft, effective: Effective, { ports }: Hardware): void {
  for (const kind of ['lan', 'wan'] as const)
    for (const [key, desired] of intentsOf(effective, kind)) {
      const own = objectsIn(draft.root['interfaces']).find(({ one }) => nameOf(one) === key.toLowerCase())?.one
      if (!own || !desired.ports) continue
      const members = objectsIn(own['ethernet']).flatMap(({ one }) => textsIn(one['select-ports']))
      const moved = desired.ports
        .flatMap((name) => portsNamed(ports, name) ?? [name])
        .filter((name) => !members.some((pattern) => meet(pattern, name, ports)))
      if (moved.length > 0 && !draft.isRefused(`${kind}/${key}/ports`))
        draft.refuse(`${kind}/${key}/ports`, movedAway(moved))
    }
}

export const movedAway = (ports: readonly string[]): Words => ({
  zh: '端口 ' + ports.join('、') + ' 已按端口设置加入其他 VLAN',
  en: `Port ${ports.join(', ')} is in another VLAN by its own setting`,
})

function newLan(
  draft: Draft,
  key: string,
  lan: IntentFields<'lan'>,
  { ports }: Hardware,
  can: NetworkCan,
): Json | undefined {
  // without VLANs a network is an interface
  if (can.mostVlan === 0 && !lan.ports?.some((name) => portsNamed(ports, name)?.length !== 0)) {
    draft.refuse(`lan/${key}`, needsPort)
    return undefined
  }
  if (lan.subnet === undefined && draft.isRefused(`lan/${key}/subnet`)) return undefined
  if (lan.subnet === undefined && !(can.mostVlan > 0 && lan.vlan !== undefined)) {
    draft.refuse(`lan/${key}`, {
      zh: '设备上没有这个网络，新建需要填写地址',
      en: 'The device has no such network; a new one needs an address',
    })
    return undefined
  }
  const interfaces = draft.list(draft.root, 'interfaces')
  const taken = objectsIn(interfaces).some(({ one }) => untaggedOf(one).some((pattern) => meet(pattern, 'LAN*', ports)))
  if (lan.ports && !claimPorts(draft, undefined, lan.ports, ports, `lan/${key}/ports`)) return undefined
  const made = {
    name: key,
    role: 'downstream',
    ...(taken || lan.ports ? {} : { ethernet: [{ 'select-ports': ['LAN*'] }] }),
    ipv4: { addressing: lan.subnet === undefined ? 'none' : 'static' },
  }
  return draft.taken(draft.append(interfaces, made, [`lan/${key}`]))
}

function setDhcp(draft: Draft, own: Json, lan: IntentFields<'lan'>, by: string, can: NetworkCan): void {
  if (!isAnySet(lan, 'dhcp', 'dhcp_first', 'dhcp_count', 'dhcp_hours')) return
  if (!can.dhcpServer) {
    if (lan.dhcp !== 0)
      draft.refuse(`${by}/${firstSet(lan)}`, {
        zh: '该类设备不提供 DHCP 服务',
        en: 'This kind of device gives no addresses by DHCP',
      })
    return
  }
  const ipv4 = draft.object(own, 'ipv4')
  if (lan.dhcp === 0) return draft.drop(ipv4, 'dhcp')
  if (ipv4['addressing'] === 'none')
    return draft.refuse(`${by}/${firstSet(lan)}`, {
      zh: '该网络没有地址，无法提供 DHCP 服务',
      en: 'The device has no address in this network and gives none by DHCP',
    })
  const was = ipv4['dhcp']
  if (lan.dhcp === undefined && !isObject(was))
    return draft.refuse(`${by}/${firstSet(lan)}`, {
      zh: '该网络没有开启 DHCP 服务，此项不生效',
      en: 'DHCP is off in this network: that has no effect',
    })
  const dhcp = draft.object(ipv4, 'dhcp')
  const { dhcp_first, dhcp_count, dhcp_hours } = lan
  const put = (name: string, field: string, desired: unknown, usual: unknown) => {
    if (desired !== undefined) draft.set(dhcp, name, desired, `${by}/${field}`)
    else if (dhcp[name] === undefined) draft.set(dhcp, name, usual, `${by}/dhcp`)
  }
  const hosts = blockIn(ipv4['subnet'])?.hosts ?? 65_534
  const isBeyond = dhcp_first !== undefined && dhcp_first > hosts
  if (isBeyond)
    draft.refuse(
      `${by}/dhcp_first`,
      { zh: '起始地址超出网段', en: 'The first address is outside the subnet' },
      String(firstLease(hosts)),
    )
  put('lease-first', 'dhcp_first', isBeyond ? firstLease(hosts) : dhcp_first, firstLease(hosts))
  const room = Math.max(1, hosts + 1 - Number(dhcp['lease-first']))
  if (dhcp_count !== undefined && dhcp_count > room)
    draft.refuse(
      `${by}/dhcp_count`,
      { zh: '网段放不下这么多地址', en: 'The subnet has no room for so many addresses' },
      String(room),
    )
  put('lease-count', 'dhcp_count', dhcp_count && Math.min(dhcp_count, room), Math.min(100, room))
  put('lease-time', 'dhcp_hours', dhcp_hours === undefined ? undefined : `${dhcp_hours}h`, '6h')
  fitLeases(draft, ipv4, dhcp, `${by}/${firstSet(lan)}`)
}

const firstSet = (lan: IntentFields<'lan'>) =>
  (['dhcp', 'dhcp_first', 'dhcp_count', 'dhcp_hours'] as const).find((field) => lan[field] !== undefined) ?? 'dhcp'

/** Networks towards the internet, or towards the rest of the site: on an access point its management network. */
function compileWans(
  draft: Draft,
  effective: Effective,
  hardware: Hardware,
  can: NetworkCan,
  refused: RefusedSubnets,
): void {
  const desired = intentsOf(effective, 'wan')
  const named = new Set(desired.map(([key]) => key.toLowerCase()))
  for (const [key, wan] of desired) {
    const why = refused.get(`wan/${key}/subnet`)
    if (why) draft.refuse(`wan/${key}/subnet`, why)
    // type, address and gateway of an uplink belong together: without the address it stays unchanged
    const { type: _, subnet: __, gateway: ___, ...rest } = wan
    compileWan(draft, key, why ? rest : wan, hardware, can, named)
  }
}

function compileWan(
  draft: Draft,
  key: string,
  wan: IntentFields<'wan'>,
  hardware: Hardware,
  can: NetworkCan,
  named: ReadonlySet<string>,
): void {
  const by = `wan/${key}`
  const own =
    findInterface(draft, 'upstream', key, undefined) ??
    spareUplink(draft, wan, named) ??
    newWan(draft, key, wan, hardware, can)
  if (!own) return
  setVlan(draft, own, wan.vlan, `${by}/vlan`, can, hardware.ports)
  if (wan.ports) setPorts(draft, own, wan.ports, hardware, `${by}/ports`)
  if (wan.type !== undefined) setType(draft, own, key, wan, can)
  else if (wan.subnet !== undefined || wan.gateway !== undefined) setStatic(draft, own, key, wan, can, false)
  if (wan.dns) setServers(draft, draft.object(own, 'ipv4'), wan.dns, `${by}/dns`)
  if (wan.mac !== undefined) {
    if (!can.mac) return draft.refuse(`${by}/mac`, notHere)
    const ethernet = draft.list(own, 'ethernet')
    objectsIn(ethernet).forEach(({ at }) => draft.set(draft.item(ethernet, at), 'macaddr', wan.mac, `${by}/mac`))
  }
}

/** The first uplink that no intent names and that no other uplink intent has taken. */
function spareUplink(draft: Draft, { vlan }: IntentFields<'wan'>, named: ReadonlySet<string>): Json | undefined {
  const found = objectsIn(draft.root['interfaces']).find(
    ({ one }) =>
      one['role'] === 'upstream' &&
      (one['ethernet'] !== undefined || one['ssids'] === undefined) &&
      !named.has(nameOf(one)) &&
      !draft.isTaken(one) &&
      (vlanOf(one) === undefined || vlanOf(one) === vlan),
  )
  return found && draft.taken(draft.item(draft.list(draft.root, 'interfaces'), found.at))
}

function newWan(
  draft: Draft,
  key: string,
  wan: IntentFields<'wan'>,
  { ports }: Hardware,
  can: NetworkCan,
): Json | undefined {
  const by = `wan/${key}`
  if (wan.type === undefined) {
    draft.refuse(by, {
      zh: '设备上没有这个外网，新建需要选择类型',
      en: 'The device has no such WAN; a new one needs a type',
    })
    return undefined
  }
  if (!(wan.ports ?? ['WAN*']).some((name) => portsNamed(ports, name)?.length !== 0)) {
    draft.refuse(by, needsPort)
    return undefined
  }
  const tagged = (wan.vlan ?? 0) > 0
  if (tagged && refusesVlan(draft, wan.vlan ?? 0, `${by}/vlan`, can.mostVlan)) return undefined
  const wished = wan.ports ?? ['WAN*']
  if (!tagged && !claimPorts(draft, undefined, wished, ports, wan.ports ? `${by}/ports` : by)) return undefined
  const made = {
    name: key,
    role: 'upstream',
    ethernet: [{ 'select-ports': ['WAN*'] }],
    ipv4: { addressing: 'dynamic' },
  }
  return draft.append(draft.list(draft.root, 'interfaces'), made, [by])
}

function setType(draft: Draft, own: Json, key: string, wan: IntentFields<'wan'>, can: NetworkCan): void {
  const by = `wan/${key}/type`
  if (wan.type === 'static') return setStatic(draft, own, key, wan, can, true)
  if (wan.type === 'pppoe') return setPppoe(draft, own, key, wan, can)
  if (wan.type === 'disabled' && uplinks(draft) < 2)
    return draft.refuse(by, {
      zh: '唯一的外网不能停用，否则设备将失去管理',
      en: 'The only uplink cannot be disabled: the device could not be managed any more',
    })
  const ipv4 = draft.object(own, 'ipv4')
  draft.set(ipv4, 'addressing', wan.type === 'disabled' ? 'none' : 'dynamic', by)
  for (const name of ['subnet', 'gateway', ...(wan.dns ? [] : ['use-dns'])]) draft.drop(ipv4, name)
  draft.drop(own, 'broad-band')
}

const uplinks = (draft: Draft) =>
  objectsIn(draft.root['interfaces']).filter(
    ({ one }) => one['role'] === 'upstream' && (one['ipv4'] as Json | undefined)?.['addressing'] !== 'none',
  ).length

function setStatic(
  draft: Draft,
  own: Json,
  key: string,
  wan: IntentFields<'wan'>,
  can: NetworkCan,
  whole: boolean,
): void {
  const by = `wan/${key}`
  const ipv4 = draft.object(own, 'ipv4')
  const subnet = wan.subnet ?? (ipv4['addressing'] === 'static' ? ipv4['subnet'] : undefined)
  const gateway = wan.gateway ?? ipv4['gateway']
  const servers = wan.dns ?? ipv4['use-dns']
  if (typeof subnet !== 'string' || !isSubnet(subnet))
    return draft.refuse(`${by}/${wan.subnet === undefined ? 'type' : 'subnet'}`, {
      zh: '固定地址需要填写有效的 IP 地址和掩码长度',
      en: 'A static address needs a valid address with its prefix length',
    })
  if (typeof gateway !== 'string' || !isAddress(gateway))
    return draft.refuse(`${by}/gateway`, {
      zh: '固定地址需要填写有效的网关',
      en: 'A static address needs a valid gateway',
    })
  if (can.needsDns && !(Array.isArray(servers) && servers.length > 0)) {
    // without them the client refuses the whole document; if it were left out, the uplink would get its former settings
    draft.refuse(`${by}/dns`, { zh: '固定地址需要填写 DNS 服务器', en: 'A static address needs name servers' }, gateway)
    draft.set(ipv4, 'use-dns', [gateway], by)
  }
  if (whole) draft.set(ipv4, 'addressing', 'static', `${by}/type`)
  if (whole) draft.drop(own, 'broad-band')
  if (wan.subnet !== undefined) draft.set(ipv4, 'subnet', subnet, `${by}/subnet`)
  if (wan.gateway !== undefined) draft.set(ipv4, 'gateway', gateway, `${by}/gateway`)
}

function setPppoe(
  draft: Draft,
  own: Json,
  key: string,
  { user, password }: IntentFields<'wan'>,
  can: NetworkCan,
): void {
  const by = `wan/${key}`
  if (!can.pppoe)
    return draft.refuse(`${by}/type`, { zh: '该类设备不支持宽带拨号', en: 'This kind of device cannot do PPPoE' })
  const was = isObject(own['broad-band']) ? own['broad-band'] : {}
  const dialled = was['protocol'] === 'pppoe'
  if (!(user ?? (dialled && was['user-name'])) || !(password ?? (dialled && was['password'])))
    return draft.refuse(`${by}/type`, { zh: '宽带拨号需要填写账号和密码', en: 'PPPoE needs a user and a password' })
  if (!dialled) draft.drop(own, 'broad-band')
  const line = draft.object(own, 'broad-band')
  draft.set(line, 'protocol', 'pppoe', `${by}/type`)
  if (user !== undefined) draft.set(line, 'user-name', user, `${by}/user`)
  if (password !== undefined) draft.set(line, 'password', password, `${by}/password`)
  const ipv4 = draft.object(own, 'ipv4')
  draft.set(ipv4, 'addressing', 'dynamic', `${by}/type`)
  for (const name of ['subnet', 'gateway']) draft.drop(ipv4, name)
}

/** The interface of an intent, as an owned object: by its name, else by its VLAN. */
function findInterface(draft: Draft, role: string, key: string, vlan: number | undefined): Json | undefined {
  const all = objectsIn(draft.root['interfaces']).filter(({ one }) => one['role'] === role)
  const found =
    all.find(({ one }) => nameOf(one) === key.toLowerCase()) ??
    (vlan === undefined ? undefined : all.find(({ one }) => vlanOf(one) === vlan))
  return found && draft.taken(draft.item(draft.list(draft.root, 'interfaces'), found.at))
}

const nameOf = ({ name }: Json): string => (typeof name === 'string' ? name.toLowerCase() : '')

function setVlan(
  draft: Draft,
  own: Json,
  vlan: number | undefined,
  by: string,
  can: NetworkCan,
  ports: readonly string[] | undefined,
): void {
  if (vlan === undefined) return
  if (refusesVlan(draft, vlan, by, can.mostVlan)) return
  const twin = objectsIn(draft.root['interfaces']).find(
    ({ one }) => one !== own && one['role'] === own['role'] && vlanOf(one) === vlan,
  )
  if (twin) return draft.refuse(by, vlanTaken)
  if (
    vlan === 0 &&
    vlanOf(own) !== undefined &&
    !claimPorts(draft, own, untaggedOf({ ...own, vlan: undefined }), ports, by)
  )
    return
  if (vlan === 0) draft.drop(own, 'vlan')
  else draft.set(draft.object(own, 'vlan'), 'id', vlan, by)
}

function setPorts(draft: Draft, own: Json, wished: readonly string[], { ports }: Hardware, by: string): void {
  const there = wished.filter((name) => portsNamed(ports, name)?.length !== 0)
  const missing = wished.filter((name) => !there.includes(name))
  if (missing.length > 0) draft.refuse(by, noPorts(missing.join(', ')), there.join(', ') || undefined)
  if (there.length === 0) return
  const tagged = own['role'] === 'upstream' && vlanOf(own) !== undefined
  if (tagged || claimPorts(draft, own, there, ports, by)) draft.set(own, 'ethernet', [{ 'select-ports': there }], by)
}

/** The untagged ports of a network: towards the site those of a VLAN are tagged by default. */
function untaggedOf(one: Json): string[] {
  const inVlan = one['role'] === 'upstream' && vlanOf(one) !== undefined
  return objectsIn(one['ethernet']).flatMap(({ one: entry }) =>
    entry['vlan-tag'] === 'un-tagged' || (entry['vlan-tag'] !== 'tagged' && !inVlan)
      ? textsIn(entry['select-ports'])
      : [],
  )
}

/** True when two patterns have a port in common. */
function meet(one: string, other: string, ports: readonly string[] | undefined): boolean {
  const these = portsNamed(ports, one)
  if (these) return these.some((port) => portsNamed([port], other)?.length === 1)
  const [a, b] = [one.replace(/\*$/, ''), other.replace(/\*$/, '')]
  return one === other || (one.endsWith('*') && b.startsWith(a)) || (other.endsWith('*') && a.startsWith(b))
}

/**
 * Removes ports from the networks in which they are untagged, so that only one network has them; the client refuses or joins two
 * networks with the same port. False: an uplink would lose its last port, and that is recorded.
 */
function claimPorts(
  draft: Draft,
  own: Json | undefined,
  wished: readonly string[],
  ports: readonly string[] | undefined,
  by: string,
): boolean {
  const others = objectsIn(draft.root['interfaces']).filter(
    ({ one }) =>
      one !== own && untaggedOf(one).some((pattern) => wished.some((desired) => meet(pattern, desired, ports))),
  )
  const members = wished.flatMap((name) => portsNamed(ports, name) ?? [name])
  for (const { one } of others) {
    const has = untaggedOf(one)
    const had = has.flatMap((name) => portsNamed(ports, name) ?? [name])
    const left = had.filter((port) => !members.includes(port))
    if (isUplinkNetwork(one) && !leadsUp(had, left)) {
      draft.refuse(by, lastUplinkNetwork(one))
      return false
    }
    if (!ports && has.some((name) => !wished.includes(name))) {
      draft.refuse(by, {
        zh: '设备没有报告端口列表，无法从通配的端口组中移出端口',
        en: 'The device does not report its ports: no port can be removed from a port group',
      })
      return false
    }
  }
  for (const { at } of others) leave(draft, at, members, false, ports ?? [], by)
  return true
}

/** Name servers; invalid addresses are refused by name and left out. */
function setServers(draft: Draft, owner: Json, wished: readonly string[], by: string): void {
  const servers = wished.filter(isAddress)
  const wrong = wished.filter((one) => !isAddress(one)).join(', ')
  if (wrong)
    draft.refuse(
      by,
      { zh: `不是有效的地址：${wrong}`, en: `Not an address: ${wrong}` },
      servers.join(', ') || undefined,
    )
  if (servers.length > 0 || !wrong) draft.set(owner, 'use-dns', servers, by)
}

/** Four octets and a prefix length with room for a host. */
export function isSubnet(text: string): boolean {
  const [address = '', prefix = ''] = text.split('/')
  const octets = address.split('.').map(Number)
  return (
    octets.length === 4 &&
    octets.every((octet) => octet >= 0 && octet <= 255) &&
    Number(prefix) >= 1 &&
    Number(prefix) <= 32
  )
}
