import type { Words } from '@belvedere/contract/kit/text.ts'
import type { Effective, IntentFields } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { type Draft, type Json, objectsIn } from '../../kit/compile/draft.ts'
import type { Reported } from '../../kit/compile.ts'
import type { Hardware } from '../../protocol/ucentral/compile/hardware.ts'
import { isSubnet, movedAway, vlanTaken } from '../../protocol/ucentral/compile/networks.ts'
import { vlanOf } from '../../protocol/ucentral/compile/vlans.ts'
import { intentsOf } from '../../protocol/ucentral/compile/intents.ts'
import { portsIn, portsMeant } from './port-list.ts'
import { DEFAULT_VLAN, LAST_VLAN, managementVlan, setVlans, vlansOf } from './vlans.ts'

type Lan = IntentFields<'lan'>
type Wan = IntentFields<'wan'>

const noDhcp: Words = { zh: '该类设备不提供 DHCP 服务', en: 'This kind of device gives no addresses by DHCP' }
const notHere: Words = { zh: '该类设备不支持此项', en: 'This kind of device cannot do that' }
const wrongAddress: Words = { zh: '不是有效的地址', en: 'Not a valid address' }
const oneUplink: Words = {
  zh: '交换机只有一个管理网络',
  en: 'A switch has one uplink network, its management network',
}
const ownAddress: Words = {
  zh: '交换机在 VLAN 1 中的地址由 DHCP 获取，设备程序不更改它',
  en: 'The switch gets its address in VLAN 1 by DHCP; its client cannot change that',
}
const managed: Words = {
  zh: '这是管理该交换机的 VLAN，更改后平台将无法管理它',
  en: 'The switch is managed in this VLAN: the change would cut it off from its management',
}
const needsVlan: Words = {
  zh: '交换机上没有这个网络，新建需要填写 1 到 ' + LAST_VLAN + ' 的 VLAN',
  en: `The switch has no such network; a new one needs a VLAN from 1 to ${LAST_VLAN}`,
}

const nameOf = ({ name }: Json): string => (typeof name === 'string' ? name.toLowerCase() : '')

/** A network is a VLAN with its members; in VLANs other than the first the switch may have an address. */
export function compileVlans(draft: Draft, effective: Effective, { ports: told }: Hardware, reported: Reported): void {
  const ports = portsIn(draft.root, told)
  for (const [key, lan] of intentsOf(effective, 'lan')) compileVlan(draft, key, lan, ports, reported)
}

function compileVlan(draft: Draft, key: string, lan: Lan, ports: readonly string[], reported: Reported): void {
  const by = `lan/${key}`
  const own = vlanFor(draft, key, lan)
  if (own === 'taken') return draft.refuse(by, vlanTaken)
  if (!own) return draft.refuse(by, needsVlan)
  const vlan = vlanOf(own) as number
  if (lan.vlan !== undefined && lan.vlan !== vlan) renumber(draft, own, lan.vlan, `${by}/vlan`)
  if (lan.subnet !== undefined) setAddress(draft, own, lan.subnet, `${by}/subnet`)
  if (lan.ports) setMembers(draft, own, lan.ports, ports, reported, `${by}/ports`)
  const dhcp = (['dhcp', 'dhcp_first', 'dhcp_count', 'dhcp_hours'] as const).find((field) => lan[field] !== undefined)
  if (dhcp && lan.dhcp !== 0) draft.refuse(`${by}/${dhcp}`, noDhcp)
  if (lan.dns) draft.refuse(`${by}/dns`, notHere)
}

/** Finds a network by its name, else by its VLAN, else creates it; `taken`: it is the network of another intent. */
function vlanFor(draft: Draft, key: string, { vlan }: Lan): Json | 'taken' | undefined {
  const all = objectsIn(draft.root['interfaces']).filter(({ one }) => vlanOf(one) !== undefined)
  const called = all.find(({ one }) => nameOf(one) === key.toLowerCase())
  const found = called ?? (vlan === undefined ? undefined : all.find(({ one }) => vlanOf(one) === vlan))
  if (found && !called && draft.isTaken(found.one)) return 'taken'
  if (found) return draft.taken(draft.item(draft.list(draft.root, 'interfaces'), found.at))
  if (vlan === undefined || vlan < 1 || vlan > LAST_VLAN) return undefined
  const made = { name: key, role: 'downstream', vlan: { id: vlan }, ethernet: [] }
  return draft.taken(draft.append(draft.list(draft.root, 'interfaces'), made, [`lan/${key}`, `lan/${key}/vlan`]))
}

/** Conflicts between an intent for the ports of a network and one for a single port: the intent for the port wins. */
export function refuseMoved(draft: Draft, effective: Effective, { ports: told }: Hardware): void {
  const ports = portsIn(draft.root, told)
  for (const [key, lan] of intentsOf(effective, 'lan')) {
    const own = objectsIn(draft.root['interfaces']).find(({ one }) => nameOf(one) === key.toLowerCase())?.one
    const vlan = (own && vlanOf(own)) ?? lan.vlan
    if (!lan.ports || vlan === undefined || draft.isRefused(`lan/${key}`) || draft.isRefused(`lan/${key}/ports`))
      continue
    const moved = lan.ports
      .flatMap((name) => portsMeant(name, ports))
      .filter((port) => !vlansOf(draft.root, port, 'un-tagged').includes(vlan))
    if (moved.length > 0) draft.refuse(`lan/${key}/ports`, movedAway(moved))
  }
}

function renumber(draft: Draft, own: Json, vlan: number, by: string): void {
  const was = vlanOf(own)
  if (was === DEFAULT_VLAN || own['role'] === 'upstream') return draft.refuse(by, managed)
  if (vlan < 1 || vlan > LAST_VLAN) return draft.refuse(by, needsVlan)
  if (objectsIn(draft.root['interfaces']).some(({ one }) => one !== own && vlanOf(one) === vlan))
    return draft.refuse(by, { zh: '该 VLAN 已被另一个网络使用', en: 'Another network of the device has this VLAN' })
  draft.set(draft.object(own, 'vlan'), 'id', vlan, by)
}

function setAddress(draft: Draft, own: Json, subnet: string, by: string): void {
  if (!isSubnet(subnet)) return draft.refuse(by, wrongAddress)
  if (vlanOf(own) === DEFAULT_VLAN) return draft.refuse(by, ownAddress)
  if (own['role'] === 'upstream') return draft.refuse(by, managed)
  const ipv4 = draft.object(own, 'ipv4')
  draft.set(ipv4, 'addressing', 'static', by)
  draft.set(ipv4, 'subnet', [{ prefix: subnet }], by)
}

/** The untagged members of a VLAN: exactly these. */
function setMembers(
  draft: Draft,
  own: Json,
  wished: readonly string[],
  ports: readonly string[],
  { uplinks }: Reported,
  by: string,
): void {
  const missing = wished.filter((name) => portsMeant(name, ports).length === 0)
  const wanted = new Set(wished.flatMap((name) => portsMeant(name, ports)))
  const vlan = vlanOf(own) as number
  const inManagement = managementVlan(draft.root)
  if (missing.length > 0)
    draft.refuse(
      by,
      { zh: '设备没有端口 ' + missing.join(', '), en: `The device has no port ${missing.join(', ')}` },
      [...wanted].join(', ') || undefined,
    )
  if (wanted.size === 0) return
  for (const port of ports) {
    const untagged = vlansOf(draft.root, port, 'un-tagged')
    if (wanted.has(port) === untagged.includes(vlan)) continue
    const cut = wanted.has(port) ? untagged.includes(inManagement) : vlan === inManagement
    const tagged = wanted.has(port) && vlansOf(draft.root, port, 'tagged').includes(vlan)
    if ((cut && (uplinks.length === 0 || uplinks.includes(port))) || tagged) draft.refuse(by, keptOut(port), port)
    else setVlans(draft, port, 'un-tagged', wanted.has(port) ? [vlan] : [], { ports, by })
  }
}

const keptOut = (port: string): Words => ({
  zh: '端口 ' + port + ' 保持原有 VLAN：它可能是上行口，或已是该 VLAN 的带标签成员',
  en: `Port ${port} stays in its VLAN: it is or may be the uplink, or a tagged member of that VLAN`,
})

/** The management network of a switch: it gets its address there by DHCP, or has a static one. */
export function compileManagement(draft: Draft, effective: Effective): void {
  for (const [key, wan] of intentsOf(effective, 'wan')) compileUplink(draft, key, wan)
}

function compileUplink(draft: Draft, key: string, wan: Wan): void {
  const by = `wan/${key}`
  const all = objectsIn(draft.root['interfaces']).filter(({ one }) => one['role'] === 'upstream')
  const found = all.find(({ one }) => nameOf(one) === key.toLowerCase()) ?? all[0]
  if (!found || draft.isTaken(found.one)) return draft.refuse(by, oneUplink)
  const own = draft.taken(draft.item(draft.list(draft.root, 'interfaces'), found.at))
  const inFirst = vlanOf(own) === DEFAULT_VLAN
  const { type, vlan, subnet, gateway } = wan
  if (type === 'dhcp' && inFirst) draft.set(draft.object(own, 'ipv4'), 'addressing', 'dynamic', `${by}/type`)
  else if (type === 'static' && !inFirst && subnet !== undefined && gateway !== undefined)
    setManagement(draft, own, subnet, gateway, by)
  else if (type !== undefined) draft.refuse(`${by}/type`, inFirst ? ownAddress : notHere)
  else
    for (const field of ['subnet', 'gateway'] as const)
      if (wan[field] !== undefined) draft.refuse(`${by}/${field}`, inFirst ? ownAddress : notHere)
  if (vlan !== undefined && vlan !== vlanOf(own)) draft.refuse(`${by}/vlan`, managed)
  else if (vlan !== undefined) draft.set(draft.object(own, 'vlan'), 'id', vlan, `${by}/vlan`)
  for (const field of ['ports', 'dns', 'user', 'password', 'mac'] as const)
    if (wan[field] !== undefined) draft.refuse(`${by}/${field}`, notHere)
}

function setManagement(draft: Draft, own: Json, subnet: string, gateway: string, by: string): void {
  if (!isSubnet(subnet)) return draft.refuse(`${by}/subnet`, wrongAddress)
  if (!isSubnet(`${gateway}/32`)) return draft.refuse(`${by}/gateway`, wrongAddress)
  const ipv4 = draft.object(own, 'ipv4')
  draft.set(ipv4, 'addressing', 'static', `${by}/type`)
  draft.set(ipv4, 'subnet', [{ prefix: subnet }], `${by}/subnet`)
  draft.set(ipv4, 'gateway', [{ prefix: '0.0.0.0/0', nexthop: gateway }], `${by}/gateway`)
}
