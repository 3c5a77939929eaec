import { compact, isObject, type LooseJson, objects, text } from '../loose.ts'
import { runJson } from '../host/run-tool.ts'

/** A neighbour in the format of uCentral's state. */
export interface Peer {
  name?: string
  mac?: string
  description?: string
  port_id?: string
  port_descr?: string
  management_ips?: string[]
  capability?: string[]
}

/** Neighbours by local port; empty when lldpd is missing or access is denied. */
export async function readPeers(): Promise<Map<string, Peer[]>> {
  return peersOf(await runJson('lldpcli', ['-f', 'json0', 'show', 'neighbors', 'details'], { timeout: 5000 }))
}

/** `lldpcli -f json0`, the format in which everything is an array. */
export function peersOf(printed: unknown): Map<string, Peer[]> {
  const peers = new Map<string, Peer[]>()
  const tables = isObject(printed) ? objects(printed.lldp) : []
  for (const entry of tables.flatMap((table) => objects(table.interface)).slice(0, 512)) {
    const port = text(entry.name)
    if (port) peers.set(port, [...(peers.get(port) ?? []), peerOf(entry)])
  }
  return peers
}

function peerOf(entry: LooseJson): Peer {
  const chassis = objects(entry.chassis)[0] ?? {}
  const port = objects(entry.port)[0] ?? {}
  const enabled = objects(chassis.capability).filter((capability) => capability.enabled === true)
  return compact({
    name: valueOf(chassis.name),
    mac: objects(chassis.id).find((id) => id.type === 'mac')?.value as string | undefined,
    description: valueOf(chassis.descr),
    port_id: valueOf(port.id),
    port_descr: valueOf(port.descr),
    management_ips: objects(chassis['mgmt-ip'])
      .map((ip) => text(ip.value) ?? '')
      .filter(Boolean)
      .slice(0, 8),
    capability: enabled
      .map((capability) => text(capability.type) ?? '')
      .filter(Boolean)
      .slice(0, 16),
  })
}

function valueOf(list: unknown): string | undefined {
  return text(objects(list)[0]?.value)
}
