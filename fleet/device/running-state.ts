import { runningConfig } from '../commands/commit-confirm.ts'
import type { LooseDocument } from '../config/check-config.ts'
import { addressIn } from '../model/network.ts'
import type { SimulatedDevice } from './simulated-device.ts'

/** The active settings of a simulated device, read from its model, with the document that they come from. */
export interface RunningState {
  uuid: number
  config: LooseDocument
  /** It has been configured since its installation. */
  configured: boolean
  connected: boolean
  hostname: string
  /** Its address in the network of its site; none for a separate gateway. */
  address?: { own: string; prefix: number; gateway: string }
  /** Name of the port towards the gateway of the site. */
  uplink: string | undefined
  /** How often a configuration has cut it off, and how often one has crashed its client. */
  strandings: number
  falls: number
  ssids: {
    name: string
    bands: readonly string[]
    ingress: number
    egress: number
    denied: readonly string[]
    vlan: number
  }[]
  radios: { band: string; enabled: boolean; channel: number; width: number; power: number }[]
  ports: Record<string, PortState>
  /** Of a switch: members by VLAN. */
  vlans: Record<string, Record<string, 'tagged' | 'un-tagged'>>
  /** Of a switch: ports without the network of the site. */
  closed: string[]
}

export interface PortState {
  enabled: boolean
  /** A running device is plugged in. */
  carrier: boolean
  speed: number
  /** Hardware speed in Mbit/s. */
  capable: number
  /** Absent without PoE. */
  poe?: boolean
  /** Serial number of the device on it. */
  device?: string
}

export function runningStateOf(device: SimulatedDevice): RunningState {
  const { node, uuid, config, isConnected, strandings, falls } = device
  const above = node.parent?.gateway.subnet
  return {
    uuid,
    config: runningConfig(device),
    configured: config !== undefined,
    connected: isConnected,
    hostname: node.hostname,
    ...(above ? { address: { own: node.address, prefix: above.prefix, gateway: addressIn(above, 1) } } : {}),
    uplink: node.uplink?.name,
    strandings,
    falls,
    ssids: node.ssids.map(({ name, bands, ingress, egress, denied, network }) => ({
      name,
      bands,
      ingress,
      egress,
      denied,
      vlan: node.networks[network]?.vlan ?? 0,
    })),
    radios: node.radios.map(({ band, enabled, channel, width, power }) => ({ band, enabled, channel, width, power })),
    ports: Object.fromEntries(
      [...node.ports.values()].map(({ name, enabled, carrier, speed, capable, poe, device: behind }) => [
        name,
        {
          enabled,
          carrier,
          speed,
          capable,
          ...(poe ? { poe: poe.enabled } : {}),
          ...(behind ? { device: behind.serial } : {}),
        },
      ]),
    ),
    vlans: Object.fromEntries([...node.vlans].map(([id, members]) => [id, Object.fromEntries(members)])),
    closed: [...node.closed],
  }
}
