import type { KindSamples } from '../../kit/intent/samples.ts'

const enterprise = ['WPA', 'WPA2', 'WPA1WPA2']

export const samples: KindSamples = {
  keys: ['Shop', 'Guest', 'Office'],
  values: {
    ssid: ['Shop', 'Neu', 'é'.repeat(17)],
    bands: [['2g'], ['2g', '5g'], ['5g', '6g'], ['6g'], ['2g', '5g', '6g']],
    password: ['sunny-day'],
    radius_host: ['radius.example'],
    radius_secret: ['shared'],
    radius_port: [1645],
    network: ['LAN', 'guests', 'nowhere'],
    vlan: [40, 50],
    max_clients: [30],
    up_kbps: [0, 1500, 2000],
    down_kbps: [0, 4000],
    deny: [[], ['02:00:00:00:00:02']],
  },
  decides: ['ssid', 'password', 'radius_host', 'bands', 'vlan'],
  isMoot(entry, field) {
    const value = entry[field]
    const security = String(entry['security'])
    if (entry['enable'] === 0) return true
    if (field.startsWith('radius_')) return !enterprise.includes(security)
    if (field === 'password') return ['Disable', ...enterprise].includes(security)
    return value === 'AES' || value === 'UTF-8' || field === 'enable'
  },
}
