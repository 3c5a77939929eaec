import type { DeviceFacts, InterfaceFact } from '../../kit/facts.ts'
import { listOf, objectOf, textOf, type Loose } from '../../kit/coerce.ts'
import { appsOf } from './apps.ts'
import { addressBook } from './address-book.ts'
import { addressesOf, linesOf, logicalInterfaces, MAX_INTERFACES, sideOfName, wansOf } from './interfaces.ts'
import { neighboursOf } from './neighbours.ts'
import { countersOf, portsOf, type Ports } from './ports.ts'
import { unitFacts } from './unit.ts'
import { forwardedTerminals, gatewayPorts, wiredClients } from './wired.ts'
import { radiosOf, wirelessOf } from './wireless.ts'

/** The state document of an access point or of a router with its client. */
export function apState(state: Loose): DeviceFacts {
  const interfaces = listOf(state.interfaces, MAX_INTERFACES)
  const ports = portsOf(state)
  const lines = linesOf(interfaces, ports)
  const book = addressBook(interfaces)
  const neighbours = neighboursOf(state)
  const { ssids, terminals, ifaces } = wirelessOf(interfaces, state, book)
  const wired = wiredClients(interfaces, {
    ports,
    book,
    neighbours,
    ifaces,
    wireless: terminals,
    sideOf: sideOfName,
  })
  return {
    ...unitFacts(objectOf(state.unit)),
    interfaces: logicalInterfaces(interfaces, ports, lines),
    radios: radiosOf(state),
    ssids,
    terminals: terminals.concat(wired),
    neighbours,
    wans: lines.flatMap((line) => wansOf(line, ports)),
    apps: appsOf(state),
  }
}

/** The state document of a switch: one interface entry per port, terminals from the forwarding table. */
export function switchState(state: Loose): DeviceFacts {
  const interfaces = listOf(state.interfaces, MAX_INTERFACES)
  const neighbours = neighboursOf(state)
  const known = switchInterfaces(interfaces, portsOf(state))
  const ports = new Set(known.filter(({ role }) => role === 'port').map(({ name }) => name))
  return {
    ...unitFacts(objectOf(state.unit)),
    interfaces: known,
    // these two are reported only with statistics in its configuration
    terminals:
      state['mac-forwarding-table'] === undefined
        ? undefined
        : forwardedTerminals(state, neighbours, addressBook(interfaces)),
    neighbours: state['lldp-peers'] === undefined ? undefined : neighbours,
    uplinks: gatewayPorts(state, ports),
    address: managementAddress(known, state),
  }
}

/** Of the VLAN with the default route, else of the first one with an address. */
function managementAddress(interfaces: readonly InterfaceFact[], state: Loose): string | undefined {
  const routed = listOf(state['default-gateway'], 8).map((one) => textOf(objectOf(one)['out-port'], 32))
  const addressed = interfaces.filter(({ name, addresses }) => addresses?.length && /^Vlan\d+$/.test(name))
  return (addressed.find(({ name }) => routed.includes(name)) ?? addressed[0])?.addresses?.[0]
}

/** Joins `interfaces` (counters, addresses) and `link-state` (carrier, speed, power) by port name. */
function switchInterfaces(list: readonly unknown[], ports: Ports): InterfaceFact[] {
  const facts = new Map(ports.all.map((port) => [port.name, port]))
  for (const one of list) {
    const item = objectOf(one)
    const name = textOf(item.name, 32)
    if (name === undefined) continue
    const port = facts.get(name)
    const addresses = addressesOf(item)
    const said = { ...countersOf(objectOf(item.counters)), addresses: addresses.length > 0 ? addresses : undefined }
    if (port) Object.assign(port, said)
    else facts.set(name, { name, role: /^(Ethernet|PortChannel)\d/.test(name) ? 'port' : 'other', up: true, ...said })
  }
  return [...facts.values()]
}
