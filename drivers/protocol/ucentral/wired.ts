import type { NeighbourFact, TerminalFact } from '../../kit/facts.ts'
import { countOf, keysOf, listOf, macOf, objectOf, textOf, textsOf, wholeWithin, type Loose } from '../../kit/coerce.ts'
import type { AddressBook } from './address-book.ts'
import type { Side } from './interfaces.ts'
import { isInfrastructure } from './neighbours.ts'
import type { Ports } from './ports.ts'

/** Most wired terminals of one device; a large access switch learns some thousands of addresses. */
const MAX_TERMINALS = 4096
/** Age in seconds after which a neighbour counts as offline. */
const STALE = 600

/** Data needed to distinguish wired terminals from other entries of a neighbour table. */
export interface Surroundings {
  ports: Ports
  book: AddressBook
  neighbours: NeighbourFact[]
  /** Radio interfaces. */
  ifaces: ReadonlySet<string>
  /** Terminals that are known as wireless. */
  wireless: readonly TerminalFact[]
  /** Direction of a logical interface. */
  sideOf(name: string): Side | undefined
}

/** Terminals from the `clients` of an access point or router: not wireless, not behind the uplink, not equipment. */
export function wiredClients(interfaces: readonly unknown[], around: Surroundings): TerminalFact[] {
  if (interfaces.every((one) => objectOf(one).clients === undefined)) return []
  const taken = new Set(around.wireless.map(({ mac }) => mac))
  for (const neighbour of around.neighbours) {
    if (neighbour.mac !== undefined && isInfrastructure(neighbour)) taken.add(neighbour.mac)
  }
  const facts: TerminalFact[] = []
  for (const one of interfaces) {
    const item = objectOf(one)
    const side = typeof item.name === 'string' ? around.sideOf(item.name) : undefined
    for (const client of listOf(item.clients, MAX_TERMINALS - facts.length)) {
      const fact = wiredClient(objectOf(client), side, taken, around)
      if (!fact) continue
      taken.add(fact.mac)
      facts.push(fact)
    }
  }
  return facts
}

function wiredClient(
  client: Loose,
  side: Side | undefined,
  taken: ReadonlySet<string>,
  around: Surroundings,
): TerminalFact | undefined {
  const mac = macOf(client.mac)
  if (mac === undefined || taken.has(mac) || (countOf(client.last_seen) ?? 0) > STALE) return undefined
  const ports = textsOf(client.ports, 8, 32)
  const port = ports.find((name) => !isRadio(name, around.ifaces))
  if (ports.length > 0 && port === undefined) return undefined
  // on an upstream network everything beyond the uplink is a neighbour too; only our own ports count
  if (side === 'up' ? !isDownstream(port, around.ports) : isUpstream(port, around.ports)) return undefined
  const known = around.book.get(mac)
  const vlan = wholeWithin(client.vlan, 1, 4094)
  return { mac, link: 'wired', port, vlan, ...named(known) }
}

/** Data about the device with an address. */
function named(known: ReturnType<AddressBook['get']>): Pick<TerminalFact, 'ip' | 'ipv6' | 'hostname' | 'dhcp_class'> {
  return { ip: known?.ip, ipv6: known?.ipv6, hostname: known?.hostname, dhcp_class: known?.dhcp_class }
}

const isRadio = (name: string, ifaces: ReadonlySet<string>) => ifaces.has(name) || /^(wlan|ath|phy|ra)\d/.test(name)

const isUpstream = (name: string | undefined, ports: Ports) =>
  name !== undefined && (ports.upstream.some((port) => port.name === name) || /^WAN\d*$/i.test(name))

const isDownstream = (name: string | undefined, ports: Ports) =>
  name !== undefined && (ports.downstream.some((port) => port.name === name) || /^LAN\d*$/i.test(name))

/**
 * Terminals from the forwarding table of a switch. Addresses behind an uplink or behind other equipment are left to devices that
 * report them better.
 */
export function forwardedTerminals(state: Loose, neighbours: NeighbourFact[], book: AddressBook): TerminalFact[] {
  const table = objectOf(state['mac-forwarding-table'] ?? state['mac-address-list'])
  const closed = uplinksOf(state, table)
  for (const neighbour of neighbours) if (isInfrastructure(neighbour)) closed.add(neighbour.port)
  const facts = new Map<string, TerminalFact>()
  for (const port of keysOf(table, 512)) {
    if (port === 'overflow' || closed.has(port)) continue
    addVlans(facts, port, objectOf(table[port]), book)
  }
  return [...facts.values()]
}

function addVlans(facts: Map<string, TerminalFact>, port: string, vlans: Loose, book: AddressBook): void {
  for (const vlan of keysOf(vlans, 4094)) {
    for (const one of listOf(vlans[vlan], MAX_TERMINALS)) {
      if (facts.size >= MAX_TERMINALS) return
      const mac = macOf(one)
      if (mac === undefined || facts.has(mac) || isGroup(mac)) continue
      const known = book.get(mac)
      const where = { port: port.slice(0, 32), vlan: wholeWithin(vlan, 1, 4094) }
      facts.set(mac, { mac, link: 'wired', ...where, ...named(known) })
    }
  }
}

/** Ports of a switch towards the default gateway; a VLAN instead of a port names none. */
export const gatewayPorts = (state: Loose, ports: ReadonlySet<string>): string[] =>
  [...uplinksOf(state, objectOf(state['mac-forwarding-table'] ?? state['mac-address-list']))].filter((name) =>
    ports.has(name),
  )

/** Ports towards the default gateway: named, or where its MAC address was learned. */
function uplinksOf(state: Loose, table: Loose): Set<string> {
  const ports = new Set(textsOf(state.uplink_interface, 8, 32))
  const gateways = new Set<string>()
  for (const one of listOf(state['default-gateway'], 8)) {
    const gateway = objectOf(one)
    const out = textOf(gateway['out-port'], 32)
    const mac = macOf(gateway['gw-mac'])
    if (out !== undefined) ports.add(out)
    if (mac !== undefined) gateways.add(mac)
  }
  if (gateways.size === 0) return ports
  for (const port of keysOf(table, 512)) if (holdsAny(objectOf(table[port]), gateways)) ports.add(port)
  return ports
}

function holdsAny(vlans: Loose, macs: ReadonlySet<string>): boolean {
  return keysOf(vlans, 4094).some((vlan) =>
    listOf(vlans[vlan], MAX_TERMINALS).some((one) => {
      const mac = macOf(one)
      return mac !== undefined && macs.has(mac)
    }),
  )
}

/** Group addresses are not terminals: the lowest bit of the first byte. */
const isGroup = (mac: string) => (Number.parseInt(mac.slice(0, 2), 16) & 1) === 1
