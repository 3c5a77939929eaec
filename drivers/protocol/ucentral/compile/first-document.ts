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
 * As these devices leave the factory: the uplink is one network, the other sockets are another one, of the device's own. They
 * are never bridged here: what is connected to them at the first configuration is unknown.
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
