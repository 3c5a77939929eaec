import type { NetNode, HousingPort } from '../model/network.ts'
import type { SimulatedTerminal } from '../model/network.ts'

const abilities = {
  ap: ['Bridge', 'WLAN'],
  switch: ['Bridge'],
  router: ['Bridge', 'Router'],
  firewall: ['Bridge', 'Router'],
  linux: ['Router'],
}

/** How a device announces itself to the neighbour at the other end of `port`: LLDP in the notation of uCentral. */
function peer(node: NetNode, port: HousingPort) {
  const { vendor, model, firmware, type } = node.model
  return {
    name: node.hostname,
    mac: node.mac,
    description: `${vendor} ${model}, ${firmware}`,
    port_id: port.name,
    port_descr: port.name,
    management_ips: node.address ? [node.address] : [],
    capability: abilities[type],
  }
}

/** The device's ports with the neighbours on them; the tree's links in both directions. */
export function peersOf(node: NetNode): { upstream: Record<string, object[]>; downstream: Record<string, object[]> } {
  const upstream: Record<string, object[]> = {}
  const downstream: Record<string, object[]> = {}
  const { parent, uplink, parentPort } = node
  if (parent && uplink && parentPort && uplink.enabled && parentPort.carrier)
    upstream[uplink.name] = [peer(parent, parentPort)]
  for (const child of node.children) {
    const port = child.parentPort as HousingPort
    if (port.carrier) downstream[port.name] = [peer(child, child.uplink as HousingPort)]
  }
  return { upstream, downstream }
}

/** Every device below, nearest first. */
export function* devicesBelow(node: NetNode): Generator<NetNode> {
  for (const child of node.children) {
    if (!child.reachable) continue
    yield child
    // devices behind another gateway are hidden by its address translation
    if (!child.subnet) yield* devicesBelow(child)
  }
}

/** Every terminal connected by cable below, with the device's port towards it. */
export function* terminalsBelow(node: NetNode): Generator<{ terminal: SimulatedTerminal; port: string }> {
  for (const terminal of node.wired) if (terminal.online) yield { terminal, port: terminal.port?.name ?? '' }
  for (const child of node.children) {
    const port = child.parentPort?.name ?? ''
    for (const terminal of allOf(child)) yield { terminal, port }
  }
}

function* allOf(node: NetNode): Generator<SimulatedTerminal> {
  if (!node.reachable || node.subnet) return
  yield* node.stations
  for (const terminal of node.wired) if (terminal.online) yield terminal
  for (const child of node.children) yield* allOf(child)
}
