import type { KindSamples } from '../../kit/intent/samples.ts'

export const samples: KindSamples = {
  keys: ['LAN1', 'LAN*', 'Ethernet3', 'Ethernet7', 'nope'],
  values: {
    note: ['x'],
    speed: [0, 1000, 77],
    poe_limit: [9000, 110_000],
    vlan: [1, 20],
    tagged: [[], [30], [20, 40]],
    up_kbps: [0, 100],
    down_kbps: [0],
  },
  // consequences of a missing port, or of one without PoE
  decides: ['poe', 'vlan', 'tagged'],
  isMoot: (_, field) => field === 'note' || field === 'vlan' || field === 'tagged',
}
