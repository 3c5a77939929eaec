import { type NetNode, subnetOf } from '../model/network.ts'
import { listOf, type LooseDocument, objectOf } from './check-config.ts'
import { portsOf } from './rendering.ts'
import type { SwitchConfig } from './switch-config.ts'

/** Whether a device still reaches the controller with this configuration. */
export function findStranded(node: NetNode, config: LooseDocument, managementVlan: number | undefined): boolean {
  const upstream = listOf(config.interfaces)
    .map(objectOf)
    .filter(({ role }) => role === 'upstream')
  const way = upstream.some(
    (entry) => vlanOf(entry) === (managementVlan ?? 1) && isAddressed(node, entry) && hasUplink(node, entry),
  )
  return (upstream.length > 0 || node.model.type === 'ap') && !way
}

/**
 * The same for a switch, with those of its ports behind which other devices are cut off. Roles have no meaning for it: it is
 * reachable when its uplink is a member of the network of the site, and when it has an address there, which in VLAN 1 is always
 * the case.
 */
export function findClosed(
  { vlans, ports, uplink, parent }: NetNode,
  { vlans: configured }: SwitchConfig,
  managementVlan: number | undefined,
): Pick<NetNode, 'stranded' | 'closed'> {
  const inside = (port: string) =>
    [...vlans].find(([id, members]) =>
      managementVlan === undefined ? members.get(port) === 'un-tagged' : id === managementVlan && members.has(port),
    )?.[0]
  if (!uplink || !parent) return { stranded: false, closed: new Set() }
  const way = inside(uplink.name)
  const own = managementVlan ?? 1
  return {
    stranded: way !== own || (own !== 1 && !configured.get(own)?.addressed),
    closed: new Set([...ports.keys()].filter((port) => way === undefined || inside(port) !== way)),
  }
}

/** The VLAN of an interface; 1 for untagged, as on switches. */
function vlanOf({ vlan }: LooseDocument): number {
  const { id } = objectOf(vlan)
  return typeof id === 'number' && id > 0 ? id : 1
}

/** Its own port towards the rest of the site is on, and a member of the network. */
function hasUplink(node: NetNode, entry: LooseDocument): boolean {
  const { uplink, model } = node
  if (!uplink || model.type === 'linux' || model.type === 'switch') return true
  if (!uplink.enabled) return false
  return [true, false].some((tagged) => portsOf(node, entry, tagged).includes(uplink.name))
}

/** It gets an address by which it is reachable. A line to a provider is evaluated by the provider. */
function isAddressed(node: NetNode, { ipv4 }: LooseDocument): boolean {
  const { addressing, subnet, gateway } = objectOf(ipv4)
  if (addressing === 'none') return false
  if (addressing !== 'static' || typeof subnet !== 'string') return true
  const own = subnetOf(subnet)
  if (typeof gateway === 'string' && subnetOf(`${gateway}/${own.prefix}`).base !== own.base) return false
  const above = node.parent?.gateway.subnet
  if (!above) return true
  return subnetOf(`${subnet.split('/')[0]}/${above.prefix}`).base === above.base
}
