import type { DeviceFacts, InterfaceFact } from '../../kit/facts.ts'
import { isObject, type Json, objectsIn, textsIn } from '../../kit/compile/draft.ts'
import { switchHardware } from '../../protocol/ucentral/compile/hardware.ts'
import { vlanOf } from '../../protocol/ucentral/compile/vlans.ts'
import { switchSpeeds } from './ports.ts'
import { unknownVlans } from './vlans.ts'

/**
 * The document of an unconfigured switch, composed from its reports. They do not contain the state of ports without a link,
 * members of VLANs and SSH: factory defaults are assumed (every port on, untagged in VLAN 1, spanning tree on, SSH on). Where
 * that is impossible, the fact is left out of the document. Until a configuration was `sent` the latest report has priority;
 * afterwards it shows that configuration, and only fills in unknown facts.
 */
export function switchBase(
  capabilities: Json,
  { interfaces = [], address, neighbours }: DeviceFacts,
  before: Json | null,
  sent: boolean,
): { document: Json; open: boolean } | undefined {
  const sockets = interfaces.filter(({ role, name }) => role === 'port' && /^Ethernet\d+$/.test(name)).sort(inOrder)
  if (sockets.length === 0) return undefined
  const { forms } = switchHardware(capabilities)
  const known = new Map(objectsIn(before?.['ethernet']).map(({ one }) => [textsIn(one['select-ports'])[0], one]))
  const speeds = speedsOf(sockets, forms, known, sent)
  const ethernet = sockets.map((port) => entryOf(port, known.get(port.name), speeds.get(port.name), sent))
  const document = before
    ? { ...before, ethernet: [...ethernet, ...missingOf(before, sockets)] }
    : { ethernet, ...factory(sockets, vlansOf(interfaces), address), ...(neighbours ? { metrics: reported } : {}) }
  const assumed = !sent && sockets.some(({ speed_mbps }) => takenSpeed(speed_mbps) === undefined)
  return { document, open: assumed || isOpen(document) }
}

/** For a switch that reports neighbours: factory switches have no metrics, and report none. */
const reported: Json = { statistics: { interval: 60, types: ['lldp', 'clients'] }, health: { interval: 60 } }

const numberOf = (name: string) => Number(/\d+$/.exec(name)?.[0] ?? 0)
const inOrder = (a: InterfaceFact, b: InterfaceFact) => numberOf(a.name) - numberOf(b.name)

/** Ports known from earlier reports that this report leaves out. */
const missingOf = (before: Json, sockets: readonly InterfaceFact[]): Json[] =>
  objectsIn(before['ethernet']).flatMap(({ one }) =>
    sockets.some(({ name }) => name === textsIn(one['select-ports'])[0]) ? [] : [one],
  )

function entryOf(
  { name, poe }: InterfaceFact,
  before: Json | undefined,
  speed: number | undefined,
  sent: boolean,
): Json {
  const power = poe ? powerOf(poe.status) : undefined
  const earlier = isObject(before?.['poe']) && before['poe']['admin-mode'] !== undefined ? before['poe'] : undefined
  const known = sent || power === undefined ? earlier : undefined
  return {
    'select-ports': [name],
    ...(speed === undefined ? {} : { speed }),
    duplex: 'full',
    enabled: true,
    ...(known ? { poe: known } : poe ? { poe: power === undefined ? {} : { 'admin-mode': power } } : {}),
  }
}

/** Undefined: the report does not show whether power is switched on. */
function powerOf(status: string): boolean | undefined {
  if (status === '' || /unknown/i.test(status)) return undefined
  return !/disabled|^off$/i.test(status)
}

/** Mbit/s of ports whose form has one speed. */
const byForm: Readonly<Record<string, number>> = { SFP: 1000, 'SFP+': 10_000, SFP28: 25_000, QSFP28: 100_000 }

/**
 * The speed setting of each port. A link shows it: these switches report the setting, not the negotiated speed. A port without a
 * link is assumed to have the highest speed of its form factor. Where form factors are unknown, it is the higher one of its
 * neighbours in the row, else the highest of all ports. The device program requires a speed in each document, and ignores a speed
 * that a port does not support.
 */
function speedsOf(
  sockets: readonly InterfaceFact[],
  forms: Readonly<Record<string, string>>,
  before: ReadonlyMap<string | undefined, Json>,
  sent: boolean,
): Map<string, number> {
  const kindOf = (port: InterfaceFact) => forms[port.name] ?? (port.poe ? 'poe' : '')
  const known = new Map<string, number>()
  for (const { name, speed_mbps } of sockets) {
    const given = before.get(name)?.['speed']
    const earlier = typeof given === 'number' ? given : undefined
    const reported = takenSpeed(speed_mbps)
    const speed = sent ? (earlier ?? reported) : (reported ?? earlier)
    if (speed !== undefined) known.set(name, speed)
  }
  const all = new Map(known)
  for (const [kind, ports] of Map.groupBy(sockets, kindOf)) {
    const seen = Math.max(0, ...ports.map(({ name }) => known.get(name) ?? 0))
    ports.forEach(({ name }, at) => {
      if (known.has(name)) return
      const speed =
        byForm[kind] ?? ((kind !== '' && seen) || beside(ports, at, known) || Math.max(0, ...known.values()))
      if (speed > 0) all.set(name, speed)
    })
  }
  return all
}

/** The higher speed of the nearest known ports on both sides; 0: there are none. */
function beside(ports: readonly InterfaceFact[], at: number, known: ReadonlyMap<string, number>): number {
  const nearest = (list: readonly InterfaceFact[]) => {
    const port = list.find(({ name }) => known.has(name))
    return (port && known.get(port.name)) ?? 0
  }
  return Math.max(nearest(ports.slice(0, at).reverse()), nearest(ports.slice(at + 1)))
}

const takenSpeed = (speed: number | undefined) => switchSpeeds.find((one) => one === speed)

/** The VLANs of the switch, with their addresses; the first always exists. */
function vlansOf(interfaces: readonly InterfaceFact[]): Map<number, string | undefined> {
  const vlans = new Map<number, string | undefined>([[1, undefined]])
  for (const { name, addresses } of interfaces) {
    const id = /^Vlan(\d{1,4})$/.exec(name)?.[1]
    if (id !== undefined) vlans.set(Number(id), addresses?.[0])
  }
  return vlans
}

function factory(
  sockets: readonly InterfaceFact[],
  vlans: ReadonlyMap<number, string | undefined>,
  address: string | undefined,
): Json {
  const managed = [...vlans].find(([, own]) => own !== undefined && own === address)?.[0] ?? 1
  return {
    interfaces: [...vlans].map(([id, own]) => ({
      name: `VLAN${id}`,
      role: id === managed ? 'upstream' : 'downstream',
      vlan: { id },
      // with other VLANs the members are unknown
      ...(vlans.size === 1
        ? { ethernet: [{ 'select-ports': sockets.map(({ name }) => name), 'vlan-tag': 'un-tagged' }] }
        : {}),
      ...(id === 1
        ? { ipv4: { addressing: 'dynamic' } }
        : own === undefined
          ? {}
          : { ipv4: { addressing: 'static', subnet: [{ prefix: own }] } }),
    })),
    // a document without it disables spanning tree
    switch: {
      'loop-detection': { protocol: 'rpvstp', instances: [...vlans.keys()].map((id) => ({ id, enabled: true })) },
    },
    services: { ssh: { enable: true } },
  }
}

/** Ports of a document without a speed, or with unknown PoE state. */
export const incompletePorts = (document: Json): string[] =>
  objectsIn(document['ethernet']).flatMap(({ one }) => {
    const { speed, duplex, poe } = one
    const isIncomplete = !speed || typeof duplex !== 'string' || (isObject(poe) && poe['admin-mode'] === undefined)
    return isIncomplete ? textsIn(one['select-ports']) : []
  })

const isOpen = (document: Json) =>
  incompletePorts(document).length > 0 || unknownVlans(document).length > 0 || unknownAddresses(document).length > 0

/** VLANs whose address was reported without prefix length. */
export const unknownAddresses = (document: Json): number[] =>
  objectsIn(document['interfaces']).flatMap(({ one }) => {
    const list = isObject(one['ipv4']) ? objectsIn(one['ipv4']['subnet']) : []
    const vlan = vlanOf(one)
    return vlan !== undefined && list.some(({ one: { prefix } }) => typeof prefix === 'string' && !prefix.includes('/'))
      ? [vlan]
      : []
  })
