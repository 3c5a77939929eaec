import { addressIn, type NetNode, type HousingPort, type Subnet } from '../model/network.ts'
import type { ReportOptions } from './access-point.ts'
import { countersOf } from './counters.ts'
import { peersOf, terminalsBelow } from './neighbours.ts'
import { unitOf } from './unit.ts'

const volts = 54.1

/** The state document of a switch: booleans for carriers, `rx_error` in the singular, never compressed. */
export function switchState(node: NetNode, { now, types }: ReportOptions) {
  const ports = [...node.ports.values()]
  return {
    version: 1,
    unit: { ...unitOf(node, now), poe: budgetOf(node) },
    interfaces: [...ports.map((port, i) => interfaceOf(node, port, i, now)), ...vlanInterfaces(node, now)],
    'link-state': {
      upstream: Object.fromEntries(ports.map((port) => [port.name, linkOf(node, port)])),
      downstream: {},
    },
    // without statistics in its configuration it reports neither
    ...(types.includes('lldp') ? { 'lldp-peers': peersOnPorts(node) } : {}),
    ...(types.includes('clients') ? { 'mac-forwarding-table': forwardingTable(node) } : {}),
    'default-gateway': gatewayOf(node),
  }
}

const isUp = (node: NetNode, port: HousingPort) =>
  port === node.uplink ? port.enabled && node.reachable : port === node.serverPort ? port.enabled : port.carrier

function interfaceOf(node: NetNode, port: HousingPort, i: number, now: number) {
  const { rx_errors, tx_errors, ...counters } = countersOf(port.counters, port === node.uplink ? 'rx' : 'tx')
  return {
    name: port.name,
    location: `/interfaces/${i}`,
    uptime: isUp(node, port) ? Math.floor(now - node.bootAt) - 60 : 0,
    ipv4: {},
    dns_servers: [],
    clients: [],
    counters: { ...counters, rx_error: rx_errors, tx_error: tx_errors },
  }
}

/** Each VLAN is a separate interface; addresses are reported without prefix length. */
function vlanInterfaces(node: NetNode, now: number) {
  return [...node.vlans.keys()].map((id) => ({
    name: `Vlan${id}`,
    location: `/SVI/${id}`,
    uptime: Math.floor(now - node.bootAt),
    ipv4: { addresses: id === 1 && node.address ? [node.address] : [] },
    dns_servers: [],
    clients: [],
    counters: {},
    multicast: {},
  }))
}

/** The configured speed, not the negotiated one; a port without a link reports none. */
function linkOf(node: NetNode, port: HousingPort) {
  const up = isUp(node, port)
  return {
    carrier: up,
    ...(up ? { speed: port.speed, duplex: 'full' } : {}),
    ...(port.poe ? { poe: poeOf(node, port) } : {}),
  }
}

/** Watts that a port supplies. */
function wattOf(port: HousingPort): number {
  if (!port.poe?.enabled || !port.enabled || port.poe.fault) return 0
  if (port.device?.powered) return port.device.model.draws ?? 0
  return port.terminal?.kind.draws ?? 0
}

function poeOf(node: NetNode, port: HousingPort) {
  const sway = 1 + 0.06 * Math.sin(node.bootAt + port.name.length + port.counters.rx / 1e6)
  const milliwatt = Math.round(wattOf(port) * 1000 * sway)
  const level = milliwatt === 0 ? 0 : milliwatt > 12_950 ? 4 : milliwatt > 6490 ? 3 : 2
  const fault = port.poe?.enabled ? port.poe.fault : undefined
  const status = !port.poe?.enabled
    ? 'Disabled'
    : fault
      ? fault === 'OVERLOAD'
        ? 'Overload'
        : 'Other Fault'
      : milliwatt > 0
        ? 'Delivering Power'
        : 'Searching'
  return {
    'class-requested': level,
    'class-assigned': level,
    'output-power': milliwatt,
    'output-current': Math.round(milliwatt / volts),
    'output-voltage': milliwatt > 0 ? String(volts) : '0.0',
    temp: milliwatt > 0 ? '44' : '38',
    status,
    'fault-status': fault ?? 'No Error',
    counters: {
      overload: fault === 'OVERLOAD' ? 1 : 0,
      short: fault === 'SHORT' ? 1 : 0,
      'power-denied': 0,
      absent: 1,
      'invalid-signature': 0,
    },
  }
}

function budgetOf(node: NetNode) {
  const used = [...node.ports.values()].reduce((sum, port) => sum + wattOf(port), 0)
  return {
    'max-power-budget': node.model.poe?.budget ?? 0,
    'power-consumed': Math.round(used),
    'power-threshold': 90,
    'power-status': 'Up',
  }
}

// Switches list all their ports on the upstream side.
function peersOnPorts(node: NetNode) {
  const { upstream, downstream } = peersOf(node)
  return { upstream: { ...upstream, ...downstream }, downstream: {} }
}

function forwardingTable(node: NetNode) {
  const table: Record<string, unknown> = { overflow: false }
  const learn = (port: string, mac: string) => {
    const own = [...node.vlans].find(([, members]) => members.get(port) === 'un-tagged')?.[0] ?? 1
    const vlans = (table[port] ??= {}) as Record<string, string[]>
    ;(vlans[own] ??= []).push(mac)
  }
  if (node.parent?.reachable && node.uplink) learn(node.uplink.name, node.gateway.mac)
  for (const child of node.children)
    if (child.reachable) learnBelow(child, (mac) => learn(child.parentPort?.name ?? '', mac))
  for (const { terminal, port } of terminalsBelow(node)) learn(port, terminal.mac)
  return table
}

function learnBelow(node: NetNode, learn: (mac: string) => void): void {
  learn(node.mac)
  if (node.subnet) return
  for (const child of node.children) if (child.reachable) learnBelow(child, learn)
}

function gatewayOf(node: NetNode) {
  const { subnet, mac } = node.gateway
  if (!node.reachable) return []
  return [
    { 'gw-ip': addressIn(subnet as Subnet, 1), 'gw-mac': mac, 'out-port': node.uplink?.name ?? 'Vlan1', metric: 0 },
  ]
}
