import type { Words } from '@belvedere/contract/kit/text.ts'
import type { Effective, IntentFields } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import type { PortChoices } from '../../../kit/compile.ts'
import { type Draft, isObject, type Json, objectsIn, textsIn } from '../../../kit/compile/draft.ts'
import { type Hardware, portsNamed } from './hardware.ts'
import { isUplinkNetwork, setMembership } from './membership.ts'
import { refusesVlan } from './vlans.ts'
import { intentsOf } from './intents.ts'

type Port = IntentFields<'port'>

/**
 * Port settings of a family, one table each. A setting that its schema does not define would have no effect, or make the device
 * reject the document.
 */
export interface PortCan extends PortChoices {
  isolate: boolean
  /** Role of a network made for a VLAN: on an access point it is bridged to the uplink. */
  vlanRole: 'upstream' | 'downstream'
  /** The PoE power of a port can be limited. */
  powerLimit: boolean
  /** The highest number of a VLAN. */
  mostVlan: number
}

/** `note` is not sent to the device. */
export function compilePorts(draft: Draft, effective: Effective, hardware: Hardware, can: PortCan): void {
  const isolated: string[] = []
  // an intent for one port has priority over one for many ports
  const wishes = intentsOf(effective, 'port').toSorted(([a], [b]) => Number(b.endsWith('*')) - Number(a.endsWith('*')))
  for (const [key, wish] of wishes) {
    if (portsNamed(hardware.ports, key)?.length === 0)
      draft.refuse(`port/${key}`, { zh: '设备没有这个端口', en: 'The device has no such port' })
    else compilePort(draft, key, wish, hardware, can, isolated)
  }
  if (isolated.length > 0) setIsolation(draft, isolated, hardware)
}

function compilePort(
  draft: Draft,
  key: string,
  wish: Port,
  hardware: Hardware,
  can: PortCan,
  isolated: string[],
): void {
  const by = (field: keyof Port) => `port/${key}/${field}`
  if (wish.enable === 0 && shutsWayUp(draft, key, hardware)) draft.refuse(by('enable'), keepsUplink)
  else if (wish.enable !== undefined)
    for (const entry of entriesOf(draft, key, hardware.ports))
      draft.set(entry, 'enabled', wish.enable === 1, by('enable'))
  setSpeed(draft, key, wish, hardware, can)
  setPower(draft, key, wish, hardware, can)
  if (wish.vlan !== undefined && !refusesVlan(draft, wish.vlan, by('vlan'), can.mostVlan))
    setMembership(draft, key, { untagged: wish.vlan }, hardware, can.vlanRole, by('vlan'))
  if (wish.tagged !== undefined && !refusesVlan(draft, Math.max(0, ...wish.tagged), by('tagged'), can.mostVlan))
    setMembership(draft, key, { tagged: wish.tagged }, hardware, can.vlanRole, by('tagged'))
  if (wish.isolate === 1) {
    if (can.isolate && hardware.ports) isolated.push(key)
    else draft.refuse(by('isolate'), { zh: '该设备不支持端口隔离', en: 'This device cannot isolate ports' })
  }
  for (const field of ['up_kbps', 'down_kbps'] as const)
    if (wish[field])
      draft.refuse(by(field), { zh: '该设备不支持端口限速', en: 'This device cannot limit the rate of a port' })
}

const keepsUplink: Words = {
  zh: '该端口是设备的上行口，关闭后平台将无法管理它',
  en: 'This port is the uplink of the device: shut, it would cut the device off from its management',
}

/**
 * Without these ports no network towards the rest of the site is left with one of its own; the WAN ports count where it has some.
 */
function shutsWayUp(draft: Draft, key: string, { ports }: Hardware): boolean {
  const shut = (name: string) =>
    means(key, name) ||
    objectsIn(draft.root['ethernet']).findLast(({ one }) => isOf(one, name))?.one['enabled'] === false
  const ways = objectsIn(draft.root['interfaces']).flatMap(({ one }) =>
    isUplinkNetwork(one) ? [socketsOf(one, ports)] : [],
  )
  return ways.length > 0 && ways.every((names) => names.every(shut))
}

const means = (pattern: string, port: string) =>
  pattern.endsWith('*') ? port.startsWith(pattern.slice(0, -1)) : pattern === port
const isOf = (entry: Json, name: string) => textsIn(entry['select-ports']).some((pattern) => means(pattern, name))

function socketsOf({ ethernet }: Json, ports: Hardware['ports']): string[] {
  const names = objectsIn(ethernet).flatMap(({ one }) =>
    textsIn(one['select-ports']).flatMap((name) => portsNamed(ports, name) ?? [name]),
  )
  const wans = names.filter((name) => name.startsWith('WAN'))
  return wans.length > 0 ? wans : names
}

/**
 * The entries with the settings of a port, or of all ports of a pattern. Each entry sets whether its ports are on, by default
 * too, and the last one counts: ports that other entries name as well have separate entries with their former settings.
 */
function entriesOf(draft: Draft, key: string, ports: Hardware['ports']): Json[] {
  const entries = draft.list(draft.root, 'ethernet')
  const named = (pattern: string) => portsNamed(ports, pattern) ?? [pattern]
  const own = named(key)
  const isExact = (entry: Json) => textsIn(entry['select-ports']).join() === key
  const isOther = ({ one }: { one: Json }) =>
    !isExact(one) && textsIn(one['select-ports']).some((pattern) => named(pattern).some((name) => own.includes(name)))
  const shared = objectsIn(entries).some(isOther)
  if (shared && own.length > 1) return own.flatMap((name) => entriesOf(draft, name, ports))
  const last = objectsIn(entries).findLast(({ one }) => isExact(one) || isOther({ one }))
  if (last && isExact(last.one)) return [draft.item(entries, last.at)]
  const isOff = last?.one['enabled'] === false
  return [draft.append(entries, { 'select-ports': [key], ...(isOff ? { enabled: false } : {}) }, [`port/${key}`])]
}

function setSpeed(draft: Draft, key: string, { speed, duplex }: Port, { ports }: Hardware, can: PortCan): void {
  const put = (name: 'speed' | 'duplex', value: unknown) => {
    for (const entry of entriesOf(draft, key, ports)) draft.set(entry, name, value, `port/${key}/${name}`)
  }
  if (speed === 0) put('speed', undefined)
  else if (speed !== undefined && !can.speeds.includes(speed))
    draft.refuse(`port/${key}/speed`, {
      zh: `该设备的端口不能固定为 ${speed} Mbit/s`,
      en: `Ports of this device cannot be held to ${speed} Mbit/s`,
    })
  else if (speed !== undefined) put('speed', speed)
  if (duplex === undefined) return
  if (can.duplexes.includes(duplex)) put('duplex', duplex)
  else
    draft.refuse(`port/${key}/duplex`, {
      zh: '该设备的双工模式只能自动协商',
      en: 'This device negotiates duplex; it cannot be set',
    })
}

/** mW; the maximum of the clients. */
const MOST_POWER = 99_999

function setPower(
  draft: Draft,
  key: string,
  { poe, poe_limit }: Port,
  { ports, poe: able, poeBudget }: Hardware,
  can: PortCan,
): void {
  if (poe === undefined && poe_limit === undefined) return
  const place = `port/${key}`
  const here = portsNamed(ports, key) ?? [key]
  if (able && !here.some((name) => able.includes(name))) {
    const field = poe === undefined ? 'poe_limit' : 'poe'
    return draft.refuse(`${place}/${field}`, { zh: '该端口不支持 PoE 供电', en: 'This port gives no power (PoE)' })
  }
  const put = (name: string, value: unknown, by: string) => {
    for (const entry of entriesOf(draft, key, ports)) draft.set(draft.object(entry, 'poe'), name, value, by)
  }
  if (poe !== undefined) put('admin-mode', poe === 1, `${place}/poe`)
  if (poe_limit === undefined) return
  if (!can.powerLimit)
    return draft.refuse(`${place}/poe_limit`, {
      zh: '该设备不能限制端口的供电功率',
      en: 'This device cannot limit the power of a port',
    })
  const most = Math.min(MOST_POWER, poeBudget === undefined ? MOST_POWER : poeBudget * 1000)
  if (poe_limit > most)
    draft.refuse(
      `${place}/poe_limit`,
      { zh: '超过了设备的供电能力', en: 'More than the device can give' },
      `${most / 1000} W`,
    )
  put('power-limit', Math.min(poe_limit, most), `${place}/poe_limit`)
}

/** One session: the isolated ports reach all others, but not each other. */
function setIsolation(draft: Draft, keys: readonly string[], { ports = [] }: Hardware): void {
  const by = keys.map((key) => `port/${key}/isolate`)
  const down = new Set(keys.flatMap((key) => portsNamed(ports, key) ?? []))
  const was = draft.root['switch']
  const sessions = isObject(was) && isObject(was['port-isolation']) ? objectsIn(was['port-isolation']['sessions']) : []
  const id = sessions.reduce((most, { one }) => Math.max(most, Number(one['id']) || 0), 0) + 1
  const list = draft.list(draft.object(draft.object(draft.root, 'switch'), 'port-isolation'), 'sessions')
  draft.append(
    list,
    {
      id,
      uplink: { 'interface-list': ports.filter((name) => !down.has(name)) },
      downlink: { 'interface-list': [...down] },
    },
    by,
  )
}
