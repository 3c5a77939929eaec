import type { Json } from '../../../kit/compile/draft.ts'
import type { Hardware } from './hardware.ts'
import { apMetrics } from './metrics.ts'
import { usualMode } from './radio.ts'

const services = { lldp: { describe: 'uCentral', location: '' }, ssh: { port: 22 } }
const reachable = ['lldp', 'ssh']

const firsts = new WeakMap<Hardware, Json>()

/** The first document of an access point, the same object for the same hardware. */
export function firstApDocument(hardware: Hardware): Json {
  let first = firsts.get(hardware)
  if (!first) firsts.set(hardware, (first = makeApDocument(hardware)))
  return first
}

/**
 * The factory state of these devices: the uplink is one network, the other ports are another, local one. They are never bridged
 * here, since the devices on these ports are unknown at the first configuration.
 */
function makeApDocument({ radios, ports }: Hardware): Json {
  const all = [...(radios ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))
  const hasLan = ports === undefined || ports.some((name) => name.startsWith('LAN'))
  const lan = {
    name: 'LAN',
    role: 'downstream',
    services: reachable,
    ethernet: [{ 'select-ports': ['LAN*'] }],
    ipv4: {
      addressing: 'static',
      subnet: '192.168.1.1/24',
      dhcp: { 'lease-first': 10, 'lease-count': 100, 'lease-time': '6h' },
    },
  }
  return {
    ...(all.length > 0
      ? { radios: all.map(([band, can]) => ({ band, channel: 'auto', ...usualMode(band, can) })) }
      : {}),
    interfaces: [
      {
        name: 'WAN',
        role: 'upstream',
        services: reachable,
        ethernet: [{ 'select-ports': ['WAN*'] }],
        ipv4: { addressing: 'dynamic' },
      },
      ...(hasLan ? [lan] : []),
    ],
    services,
    metrics: apMetrics.usual,
  }
}
