import type { DeviceFacts, InterfaceFact, ProbeFact, TerminalFact, WanFact } from '../../kit/facts.ts'
import {
  countOf,
  flagOf,
  keysOf,
  listOf,
  macOf,
  objectOf,
  textOf,
  textsOf,
  wholeWithin,
  within,
  type Loose,
} from '../../kit/coerce.ts'
import { appsOf } from '../../protocol/ucentral/apps.ts'
import { addressBook } from '../../protocol/ucentral/address-book.ts'
import { addressesOf, MAX_INTERFACES, sideOfName, type Side } from '../../protocol/ucentral/interfaces.ts'
import { neighboursOf } from '../../protocol/ucentral/neighbours.ts'
import { countersOf, portsOf, type Ports } from '../../protocol/ucentral/ports.ts'
import { unitFacts } from '../../protocol/ucentral/unit.ts'
import { wiredClients } from '../../protocol/ucentral/wired.ts'
import { radiosOf, wirelessOf } from '../../protocol/ucentral/wireless.ts'

/** uCentral's state with the `x-belvedere` member, which has the role of each interface and the state of the WANs. */
export function agentState(state: Loose): DeviceFacts {
  const own = objectOf(state['x-belvedere'])
  const list = listOf(state.interfaces, MAX_INTERFACES)
  const ports = portsOf(state)
  const book = addressBook(list)
  const neighbours = neighboursOf(state)
  const interfaces = interfacesOf(list, own, ports)
  const wanNames = new Set(interfaces.filter(({ role }) => role === 'wan').map(({ name }) => name))
  const sideOf = (name: string): Side => (wanNames.has(name) ? 'up' : 'down')
  const { ssids, terminals, ifaces } = wirelessOf(list, state, book)
  const wired = wiredClients(list, { ports, book, neighbours, ifaces, wireless: terminals, sideOf })
  return {
    ...unitFacts(objectOf(state.unit)),
    interfaces,
    radios: radiosOf(state),
    ssids,
    terminals: terminals.concat(withOctets(wired, objectOf(own.octets))),
    neighbours,
    apps: appsOf(state),
    ...(own.since !== undefined && { since: sinceOf(objectOf(own.since)) }),
    wans: own.wans === undefined ? wansFrom(interfaces) : listOf(own.wans, 32).flatMap(wanOf),
  }
}

/** `{mac: [up, down]}`: the host's counters of terminals without a radio of the host. */
function withOctets(wired: TerminalFact[], octets: Loose): TerminalFact[] {
  return wired.map((one) => {
    if (!Object.hasOwn(octets, one.mac)) return one
    const [up, down] = listOf(octets[one.mac], 2)
    return { ...one, up_bytes: countOf(up), down_bytes: countOf(down) }
  })
}

/** `{seconds, counters: {eth0: [received, sent]}}` */
function sinceOf(since: Loose): DeviceFacts['since'] {
  const seconds = wholeWithin(since.seconds, 0, 7 * 86_400)
  const counters = objectOf(since.counters)
  if (seconds === undefined) return undefined
  const interfaces = keysOf(counters, MAX_INTERFACES).flatMap((key) => {
    const [name, [rx, tx]] = [textOf(key, 32), listOf(counters[key], 2)]
    return name === undefined ? [] : [{ name, rx_bytes: countOf(rx), tx_bytes: countOf(tx) }]
  })
  return { seconds, interfaces }
}

/** Standard members have counters and link, our own member has roles; either may be missing. */
function interfacesOf(list: readonly unknown[], own: Loose, ports: Ports): InterfaceFact[] {
  const facts = new Map<string, InterfaceFact>()
  for (const [side, role] of [
    [ports.upstream, 'wan'],
    [ports.downstream, 'lan'],
  ] as const) {
    for (const port of side) facts.set(port.name, { ...port, role })
  }
  for (const one of list) addStandard(facts, objectOf(one))
  for (const one of listOf(own.interfaces, MAX_INTERFACES)) addOwn(facts, objectOf(one))
  return [...facts.values()].slice(0, MAX_INTERFACES)
}

function addStandard(facts: Map<string, InterfaceFact>, item: Loose): void {
  const name = textOf(item.name, 32)
  if (name === undefined) return
  const known = facts.get(name) ?? { name, role: roleOfName(name), up: true }
  facts.set(name, { ...known, ...countersOf(objectOf(item.counters)), addresses: addressesOf(item) })
}

const roleOfName = (name: string): InterfaceFact['role'] => {
  const side = sideOfName(name)
  return side === undefined ? 'other' : side === 'up' ? 'wan' : 'lan'
}

function addOwn(facts: Map<string, InterfaceFact>, item: Loose): void {
  const name = textOf(item.name, 32)
  if (name === undefined) return
  const known = facts.get(name) ?? { name, role: 'other', up: false }
  const role = item.role === 'wan' || item.role === 'lan' || item.role === 'port' ? item.role : 'other'
  const up = flagOf(item.up) ?? known.up
  facts.set(name, {
    ...known,
    role,
    up,
    speed_mbps: up ? (wholeWithin(item.speed_mbps, 1, 10_000_000) ?? known.speed_mbps) : undefined,
    mac: macOf(item.mac),
    addresses: item.addresses === undefined ? known.addresses : textsOf(item.addresses, 16, 64),
  })
}

const wanTypes: readonly unknown[] = ['disabled', 'pppoe', 'dhcp', 'static']

function wanOf(value: unknown): WanFact[] {
  const item = objectOf(value)
  const name = textOf(item.name, 32)
  if (name === undefined) return []
  return [
    {
      name,
      up: flagOf(item.up) ?? false,
      type: wanTypes.includes(item.type) ? (item.type as WanFact['type']) : 'unknown',
      addresses: textsOf(item.addresses, 16, 64),
      gateway: textOf(item.gateway, 64),
      dns: textsOf(item.dns, 8, 64),
      ...(item.probes !== undefined && { probes: listOf(item.probes, 3).flatMap(probeOf) }),
    },
  ]
}

function probeOf(value: unknown): ProbeFact[] {
  const item = objectOf(value)
  const [target, sent, lost] = [textOf(item.target, 64), countOf(item.sent, 100_000), countOf(item.lost, 100_000)]
  if (target === undefined || !sent || lost === undefined || lost > sent) return []
  return [
    { target, ...(item.gateway === true && { gateway: true }), sent, lost, rtt_ms: within(item.rtt_ms, 0, 60_000) },
  ]
}

function wansFrom(interfaces: InterfaceFact[]): WanFact[] {
  const wans = interfaces.filter(({ role }) => role === 'wan')
  return wans.map(({ name, up, addresses = [] }) => ({
    name,
    up: up && addresses.length > 0,
    type: 'unknown',
    addresses,
  }))
}
