import type { KindSamples } from '../../kit/intent/samples.ts'

export const samples: KindSamples = {
  keys: ['WAN', 'backup'],
  values: {
    ports: [['LAN1'], ['LAN*'], ['WAN*', 'LAN7'], ['Ethernet3']],
    vlan: [0, 7],
    subnet: ['10.1.0.1/24', '192.168.9.1/29', '300.1.1.1/24'],
    gateway: ['10.1.0.254'],
    dns: [['9.9.9.9']],
    user: ['u'],
    password: ['p'],
    mac: ['02:00:00:00:00:01'],
  },
  decides: ['type', 'subnet', 'gateway', 'dns', 'ports', 'vlan'],
  isMoot(entry, field) {
    if (field === 'user' || field === 'password') return entry['type'] !== 'pppoe'
    if (field === 'subnet' || field === 'gateway') return entry['type'] !== undefined && entry['type'] !== 'static'
    return field === 'mac' || field === 'ports'
  },
}
