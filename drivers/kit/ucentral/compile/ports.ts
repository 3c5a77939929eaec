import type { Effective, IntentFields } from '@belvedere/contract/rooms/intent/shapes.ts'
import type { PortChoices } from '../../compile.ts'
import { type Draft, isObject, type Json, objectsIn, textsIn } from '../../compile/draft.ts'
import { type Hardware, portsNamed } from './hardware.ts'
import { setMembership } from './membership.ts'
import { refusesVlan } from './vlans.ts'
import { wishesOf } from './wishes.ts'

type Port = IntentFields<'port'>

/** Abilities of the ports of a family, one table each. What its schema does not define would have no effect, or reject the document. */
export interface PortCan extends PortChoices {
  isolate: boolean
  /** Role of a network made for a VLAN: on an access point it is bridged to the uplink. */
  vlanRole: 'upstream' | 'downstream'
  /** The power of a port can be limited. */
  powerLimit: boolean
  /** The highest number of a VLAN. */
  mostVlan: number
}

/** `note` is not sent to the device. */
export function compilePorts(draft: Draft, effective: Effective, hardware: Hardware, can: PortCan): void {
  const isolated: string[] = []
  for (const [key, wish] of wishesOf(effective, 'port')) {
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
  if (wish.enable !== undefined) draft.set(entryOf(draft, key), 'enabled', wish.enable === 1, by('enable'))
  setSpeed(draft, key, wish, can)
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

/** The entry for exactly this name, else a new one after the others: what is said later counts. */
function entryOf(draft: Draft, key: string): Json {
  const entries = draft.list(draft.root, 'ethernet')
  const found = objectsIn(entries).find(({ one }) => textsIn(one['select-ports']).join() === key)
  return found ? draft.item(entries, found.at) : draft.append(entries, { 'select-ports': [key] }, [`port/${key}`])
}

function setSpeed(draft: Draft, key: string, { speed, duplex }: Port, can: PortCan): void {
  if (speed === 0) draft.drop(entryOf(draft, key), 'speed')
  else if (speed !== undefined && !can.speeds.includes(speed))
    draft.refuse(`port/${key}/speed`, {
      zh: `该设备的端口不能固定为 ${speed} Mbit/s`,
      en: `Ports of this device cannot be held to ${speed} Mbit/s`,
    })
  else if (speed !== undefined) draft.set(entryOf(draft, key), 'speed', speed, `port/${key}/speed`)
  if (duplex === undefined) return
  if (can.duplexes.includes(duplex)) draft.set(entryOf(draft, key), 'duplex', duplex, `port/${key}/duplex`)
  else
    draft.refuse(`port/${key}/duplex`, {
      zh: '该设备的双工模式只能自动协商',
      en: 'This device negotiates duplex; it cannot be set',
    })
}

/** mW; the clients take no more. */
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
  if (poe !== undefined) draft.set(draft.object(entryOf(draft, key), 'poe'), 'admin-mode', poe === 1, `${place}/poe`)
  if (poe_limit === undefined) return
  if (!can.powerLimit)
    return draft.refuse(`${place}/poe_limit`, {
      zh: '该设备不能限制端口的供电功率',
      en: 'This device cannot limit the power of a port',
    })
  const power = draft.object(entryOf(draft, key), 'poe')
  const most = Math.min(MOST_POWER, poeBudget === undefined ? MOST_POWER : poeBudget * 1000)
  if (poe_limit > most)
    draft.refuse(
      `${place}/poe_limit`,
      { zh: '超过了设备的供电能力', en: 'More than the device can give' },
      `${most / 1000} W`,
    )
  draft.set(power, 'power-limit', Math.min(poe_limit, most), `${place}/poe_limit`)
}

/** One session: the isolated ports reach all others and not each other. */
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
