import { inParts } from '../../kit/compile/in-parts.ts'
import { firstSwitchDocument } from '../../kit/ucentral/compile/first-document.ts'
import { switchHardware } from '../../kit/ucentral/compile/hardware.ts'
import { switchMetrics } from '../../kit/ucentral/compile/metrics.ts'
import { ucentralParts } from '../../kit/ucentral/compile/parts.ts'

export const compileSwitch = inParts(
  switchHardware,
  firstSwitchDocument,
  ucentralParts({
    system: { zoneNames: false, leds: false, password: true },
    network: { dhcpServer: false, pppoe: false, mostVlan: 4094, mac: false },
    port: ({ features }) => ({
      isolate: features?.includes('Port-Isolation') ?? true,
      vlanRole: 'downstream',
      speeds: [10, 100, 1000, 2500, 5000, 10_000, 25_000, 40_000, 100_000],
      duplex: true,
      powerLimit: true,
      mostVlan: 4094,
    }),
    service: { onNetworks: ['ssh', 'lldp'], onDevice: ['http', 'telnet'] },
    metrics: switchMetrics,
  }),
)
