import { type NetNode, subnetOf } from '../model/network.ts'
import { listOf, type Loose, matchPorts, objectOf } from './check-config.ts'

/** Whether a configuration leaves the device where the controller finds it, and which of its ports others are lost behind. */
export function findStranded(
  node: NetNode,
  config: Loose,
  managementVlan: number | undefined,
): Pick<NetNode, 'stranded' | 'closed'> {
  const interfaces = listOf(config.interfaces).map(objectOf)
  const upstream = interfaces.filter(({ role }) => role === 'upstream')
  const way = upstream.some((entry) => vlanOf(entry) === (managementVlan ?? 1) && isAddressed(node, entry))
  const stranded = (upstream.length > 0 || node.model.type === 'ap') && !way
  return { stranded, closed: node.model.type === 'switch' ? closedPorts(node, interfaces, managementVlan) : new Set() }
}

/** The VLAN of an interface; 1 stands for untagged, as switches number it. */
function vlanOf({ vlan }: Loose): number {
  const { id } = objectOf(vlan)
  return typeof id === 'number' && id > 0 ? id : 1
}

/** It gets an address by which it can be reached. A line to a provider is the provider's to judge. */
function isAddressed(node: NetNode, { ipv4 }: Loose): boolean {
  const { addressing, subnet, gateway } = objectOf(ipv4)
  if (addressing === 'none') return false
  if (addressing !== 'static' || typeof subnet !== 'string') return true
  const own = subnetOf(subnet)
  if (typeof gateway === 'string' && subnetOf(`${gateway}/${own.prefix}`).base !== own.base) return false
  const above = node.parent?.gateway.subnet
  if (!above) return true
  return subnetOf(`${subnet.split('/')[0]}/${above.prefix}`).base === above.base
}

/** Ports of a switch that are no member of the VLAN in which its uplink carries management. */
function closedPorts(node: NetNode, interfaces: Loose[], managementVlan: number | undefined): Set<string> {
  const members = interfaces.flatMap((entry) =>
    listOf(entry.ethernet)
      .map(objectOf)
      .map((part) => ({
        vlan: vlanOf(entry),
        tagged: part['vlan-tag'] === 'tagged',
        ports: matchPorts(node, listOf(part['select-ports'])),
      })),
  )
  // a document that assigns no ports leaves them as they were
  if (members.length === 0) return new Set()
  const inside = (port: string) =>
    members.findLast(
      ({ ports, tagged, vlan }) =>
        ports.includes(port) && (managementVlan === undefined ? !tagged : vlan === managementVlan),
    )?.vlan
  const way = node.uplink ? inside(node.uplink.name) : undefined
  if (way === undefined) return new Set(node.uplink ? node.ports.keys() : [])
  return new Set([...node.ports.keys()].filter((port) => inside(port) !== way))
}
