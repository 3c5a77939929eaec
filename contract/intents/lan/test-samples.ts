import type { KindSamples } from '../../kit/intent/samples.ts'

export const samples: KindSamples = {
  keys: ['LAN', 'guests'],
  values: {
    vlan: [20, 30],
    subnet: ['10.1.0.1/24', '192.168.9.1/29', '300.1.1.1/24'],
    dhcp_first: [20],
    dhcp_count: [50, 5000],
    dhcp_hours: [12],
    dns: [['1.1.1.1']],
    ports: [['LAN1'], ['LAN*'], ['WAN*', 'LAN7'], ['Ethernet3']],
  },
  decides: ['subnet', 'ports', 'dhcp*'],
  isMoot: (entry, field) =>
    (field.startsWith('dhcp_') && entry['dhcp'] === 0) || ['dhcp', 'ports', 'vlan'].includes(field),
}
