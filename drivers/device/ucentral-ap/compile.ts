import type { PortChoices } from '../../kit/compile.ts'
import { inParts } from '../../kit/compile/in-parts.ts'
import { firstApDocument } from '../../protocol/ucentral/compile/first-document.ts'
import { apHardware } from '../../protocol/ucentral/compile/hardware.ts'
import { apMetrics } from '../../protocol/ucentral/compile/metrics.ts'
import { ucentralParts } from '../../protocol/ucentral/compile/parts.ts'

/** The schema of access points knows no duplex. */
export const apPorts: PortChoices = { speeds: [10, 100, 1000, 2500, 5000, 10_000], negotiates: true, duplexes: [] }

export const compileAp = inParts(
  apHardware,
  firstApDocument,
  ucentralParts({
    system: { zoneNames: false, leds: true, password: true },
    network: { dhcpServer: true, pppoe: true, mostVlan: 4050, mac: true, needsDns: true },
    port: () => ({ ...apPorts, isolate: false, vlanRole: 'upstream', powerLimit: false, mostVlan: 4050 }),
    service: { onNetworks: ['ssh', 'lldp', 'mdns'], onDevice: [] },
    metrics: apMetrics,
  }),
)
