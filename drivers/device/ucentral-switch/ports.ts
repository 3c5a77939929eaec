import type { Words } from '@belvedere/contract/kit/text.ts'
import type { Effective, IntentFields } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { type Draft, isObject, type Json, objectsIn, textsIn } from '../../kit/compile/draft.ts'
import type { PortChoices, Reported } from '../../kit/compile.ts'
import { type Hardware, switchHardware } from '../../protocol/ucentral/compile/hardware.ts'
import { intentsOf } from '../../protocol/ucentral/compile/intents.ts'
import { entryOf, portsIn, portsMeant } from './port-list.ts'
import { managementVlan, setVlans, vlansOf } from './vlans.ts'

type Port = IntentFields<'port'>

const noPort: Words = { zh: '设备没有这个端口', en: 'The device has no such port' }
const keepsUplink: Words = {
  zh: '该端口是交换机的上行口，更改后平台将无法管理它',
  en: 'This port is the uplink of the switch: the change would cut it off from its management',
}
const uplinkUnknown: Words = {
  zh: '尚不知道哪个端口是上行口，无法保证更改后仍能管理该交换机：请先让它开始上报',
  en: 'The uplink port of the switch is not known yet, so the change could cut it off from its management: start reporting first',
}
const fullDuplex: Words = { zh: '该交换机的端口始终为全双工', en: 'Ports of this switch always run in full duplex' }

/** `note` is not sent to the device. */
export function compileSwitchPorts(draft: Draft, effective: Effective, hardware: Hardware, reported: Reported): void {
  const ports = portsIn(draft.root, hardware.ports)
  const isolated: string[] = []
  const own = { ports, hardware, reported, isolated }
  for (const [key, desired] of intentsOf(effective, 'port')) {
    const meant = portsMeant(key, ports)
    if (meant.length === 0) draft.refuse(`port/${key}`, noPort)
    else compilePort(draft, key, meant, desired, own)
  }
  if (isolated.length > 0) setIsolation(draft, isolated, ports, reported)
}

interface Own {
  ports: readonly string[]
  hardware: Hardware
  reported: Reported
  isolated: string[]
}

function compilePort(draft: Draft, key: string, meant: readonly string[], desired: Port, own: Own): void {
  const by = (field: keyof Port) => `port/${key}/${field}`
  const { ports, reported } = own
  const set = (port: string, name: string, value: unknown, field: keyof Port) =>
    draft.set(entryOf(draft, port, ports, `port/${key}`), name, value, by(field))
  if (desired.enable === 1) for (const port of meant) set(port, 'enabled', true, 'enable')
  if (desired.enable === 0)
    for (const port of spared(draft, meant, by('enable'), reported)) set(port, 'enabled', false, 'enable')
  setSpeed(draft, key, meant, desired, own)
  if (desired.duplex === 'half') draft.refuse(by('duplex'), fullDuplex, 'full')
  else if (desired.duplex === 'full') for (const port of meant) set(port, 'duplex', 'full', 'duplex')
  setPower(draft, key, meant, desired, own)
  setUntagged(draft, key, meant, desired, own)
  setTagged(draft, key, meant, desired, own)
  if (desired.isolate === 1) {
    if (own.hardware.features?.includes('Port-Isolation')) own.isolated.push(key)
    else draft.refuse(by('isolate'), { zh: '该设备不支持端口隔离', en: 'This device cannot isolate ports' })
  }
  for (const field of ['up_kbps', 'down_kbps'] as const)
    if (desired[field])
      draft.refuse(by(field), { zh: '该设备不支持端口限速', en: 'This device cannot limit the rate of a port' })
}

/** The ports that may be cut off; the uplink is refused by name. */
function spared(draft: Draft, meant: readonly string[], by: string, { uplinks }: Reported): readonly string[] {
  if (uplinks.length === 0) {
    draft.refuse(by, uplinkUnknown)
    return []
  }
  const left = meant.filter((port) => !uplinks.includes(port))
  if (left.length < meant.length) draft.refuse(by, keepsUplink, left.length > 0 ? left.join(', ') : undefined)
  return left
}

/** Mbit/s. The device program silently replaces any other value by 10. */
export const switchSpeeds: readonly number[] = [10, 100, 1000, 2500, 5000, 10_000, 25_000, 100_000]

/** Highest speed of a form factor, Mbit/s. */
const fastest: Readonly<Record<string, number>> = {
  RJ45: 10_000,
  SFP: 1000,
  'SFP+': 10_000,
  SFP28: 25_000,
  QSFP28: 100_000,
}

/**
 * Always full duplex with a speed: the device program does not support negotiation. Where form factors are known, up to the
 * highest of them.
 */
export function switchPorts(capabilities: Json): PortChoices {
  const forms = Object.values(switchHardware(capabilities).forms)
  const most = Math.max(...forms.map((form) => fastest[form] ?? Number.POSITIVE_INFINITY))
  const speeds = forms.length > 0 ? switchSpeeds.filter((speed) => speed <= most) : switchSpeeds
  return { speeds, negotiates: false, duplexes: ['full'] }
}

function setSpeed(draft: Draft, key: string, meant: readonly string[], { speed }: Port, own: Own): void {
  // 0 means "unchanged": the device program does not support negotiation
  if (speed === undefined || speed === 0) return
  const by = `port/${key}/speed`
  if (!switchSpeeds.includes(speed))
    return draft.refuse(by, { zh: '没有这种端口速率', en: 'There is no such port speed' })
  const most = (port: string) => fastest[own.hardware.forms[port] ?? (isPowered(draft, port) ? 'RJ45' : '')]
  const able = meant.filter((port) => speed <= (most(port) ?? Number.POSITIVE_INFINITY))
  if (able.length < meant.length)
    draft.refuse(by, { zh: '端口达不到该速率', en: 'The port does not reach that speed' }, able.join(', ') || undefined)
  const entries = new Map(
    objectsIn(draft.root['ethernet']).flatMap(({ one }) =>
      textsIn(one['select-ports']).map((port) => [port, one] as const),
    ),
  )
  const changed = able.filter(
    (port) => entries.get(port)?.['speed'] !== undefined && entries.get(port)?.['speed'] !== speed,
  )
  const held = new Set(changed.length > 0 ? changed : [])
  const free = changed.length > 0 ? spared(draft, changed, by, own.reported) : []
  for (const port of able)
    if (!held.has(port) || free.includes(port))
      draft.set(entryOf(draft, port, own.ports, `port/${key}`), 'speed', speed, by)
}

/** It supplies PoE, which only copper ports do. */
const isPowered = (draft: Draft, port: string): boolean =>
  objectsIn(draft.root['ethernet']).some(
    ({ one }) => isObject(one['poe']) && textsIn(one['select-ports']).includes(port),
  )

/** mW; the maximum of the device program. */
const MOST_POWER = 99_999

function setPower(draft: Draft, key: string, meant: readonly string[], { poe, poe_limit }: Port, own: Own): void {
  if (poe === undefined && poe_limit === undefined) return
  const place = `port/${key}`
  const { ports, hardware } = own
  const able = meant.filter((port) => givesPower(draft, port, hardware))
  if (able.length === 0) {
    const field = poe === undefined ? 'poe_limit' : 'poe'
    return draft.refuse(`${place}/${field}`, { zh: '该端口不支持 PoE 供电', en: 'This port gives no power (PoE)' })
  }
  const most = Math.min(MOST_POWER, hardware.poeBudget === undefined ? MOST_POWER : hardware.poeBudget * 1000)
  if (poe_limit !== undefined && poe_limit > most)
    draft.refuse(
      `${place}/poe_limit`,
      { zh: '超过了设备的供电能力', en: 'More than the device can give' },
      `${most / 1000} W`,
    )
  for (const port of able) {
    const power = draft.object(entryOf(draft, port, ports, place), 'poe')
    if (poe !== undefined) draft.set(power, 'admin-mode', poe === 1, `${place}/poe`)
    if (poe_limit !== undefined) draft.set(power, 'power-limit', Math.min(poe_limit, most), `${place}/poe_limit`)
  }
}

/** The PoE state as the client lists it; a client without a list has reported it, and the document has it. */
function givesPower(draft: Draft, port: string, { poe }: Hardware): boolean {
  if (poe) return poe.includes(port)
  return objectsIn(draft.root['ethernet']).some(
    ({ one }) => isObject(one['poe']) && textsIn(one['select-ports']).some((name) => name === port),
  )
}

function setUntagged(draft: Draft, key: string, meant: readonly string[], { vlan }: Port, own: Own): void {
  if (vlan === undefined) return
  const by = `port/${key}/vlan`
  const managed = managementVlan(draft.root)
  const moves = meant.filter((port) => isCut(draft.root, port, vlan, managed))
  const held = new Set(moves)
  const free = moves.length > 0 ? new Set(spared(draft, moves, by, own.reported)) : held
  const both: string[] = []
  for (const port of meant) {
    if (held.has(port) && !free.has(port)) continue
    if (vlansOf(draft.root, port, 'tagged').includes(vlan)) both.push(port)
    else setVlans(draft, port, 'un-tagged', [vlan], { ports: own.ports, by })
  }
  refuseBoth(draft, both, by)
}

/** An untagged VLAN that would remove the port from the management VLAN. */
function isCut(document: Json, port: string, vlan: number, managed: number): boolean {
  return vlan !== managed && vlansOf(document, port, 'un-tagged').includes(managed)
}

function setTagged(draft: Draft, key: string, meant: readonly string[], { vlan, tagged }: Port, own: Own): void {
  if (tagged === undefined) return
  const by = `port/${key}/tagged`
  const managed = managementVlan(draft.root)
  const cut = meant.filter((port) => !tagged.includes(managed) && vlansOf(draft.root, port, 'tagged').includes(managed))
  const free = cut.length > 0 ? spared(draft, cut, by, own.reported) : []
  const both: string[] = []
  for (const port of meant) {
    if (cut.includes(port) && !free.includes(port)) continue
    const untagged = vlansOf(draft.root, port, 'un-tagged')
    if (tagged.some((id) => untagged.includes(id) || id === vlan)) both.push(port)
    else setVlans(draft, port, 'tagged', tagged, { ports: own.ports, by })
  }
  refuseBoth(draft, both, by)
}

function refuseBoth(draft: Draft, ports: readonly string[], by: string): void {
  if (ports.length > 0)
    draft.refuse(by, {
      zh: '端口 ' + ports.join('、') + ' 不能同时以带标签和不带标签的方式属于同一个 VLAN',
      en: `Port ${ports.join(', ')} cannot be a tagged and an untagged member of one VLAN`,
    })
}

/** One session: the isolated ports reach all others, but not each other. */
function setIsolation(draft: Draft, keys: readonly string[], ports: readonly string[], { uplinks }: Reported): void {
  const down = new Set<string>()
  const told: string[] = []
  for (const key of keys) {
    const meant = portsMeant(key, ports)
    const by = `port/${key}/isolate`
    if (meant.some((port) => uplinks.includes(port))) draft.refuse(by, keepsUplink)
    else {
      for (const port of meant) down.add(port)
      told.push(by)
    }
  }
  const up = ports.filter((name) => !down.has(name))
  if (down.size === 0) return
  if (up.length === 0) {
    // the device program refuses a session without both sides
    for (const by of told)
      draft.refuse(by, { zh: '至少要有一个端口不隔离', en: 'At least one port must remain unisolated' })
    return
  }
  const was = draft.root['switch']
  const sessions = isObject(was) && isObject(was['port-isolation']) ? objectsIn(was['port-isolation']['sessions']) : []
  const id = sessions.reduce((most, { one }) => Math.max(most, Number(one['id']) || 0), 0) + 1
  const list = draft.list(draft.object(draft.object(draft.root, 'switch'), 'port-isolation'), 'sessions')
  draft.append(list, { id, uplink: { 'interface-list': up }, downlink: { 'interface-list': [...down] } }, told)
}
