import { expect, test } from 'vitest'
import type { DeviceFacts } from '@belvedere/drivers/kit/facts.ts'
import { shapeOf } from './shape.ts'

const facts = (): DeviceFacts => ({
  cpu: 3,
  interfaces: [
    { name: 'WAN', role: 'wan', up: true, speed_mbps: 1000, addresses: ['10.0.0.2/24'], rx_bytes: 1 },
    { name: 'LAN', role: 'lan', up: true, addresses: ['192.168.1.1/24'] },
  ],
  wans: [{ name: 'WAN', up: true, type: 'dhcp', addresses: ['10.0.0.2/24'], gateway: '10.0.0.1' }],
  neighbours: [{ port: 'LAN', name: 'switch', mac: '0c:11:11:00:00:01', remote_port: '1' }],
  ssids: [{ ssid: 'Guests', bssid: '0c:11:11:00:00:02', band: '5G', terminals: 0 }],
  terminals: [{ mac: '3c:22:fb:00:00:01', link: 'wired', port: 'LAN', up_bytes: 5 }],
})
const shape = (change: (facts: any) => void = () => {}) => {
  const told = facts()
  change(told)
  return shapeOf({ device_id: 1, scene_id: 1, at: 1, facts: told })
}

test('counters and measurements do not change the shape', () => {
  const same = shape((told) => {
    told.cpu = 99
    told.interfaces[0].rx_bytes = 1e9
    told.terminals[0].up_bytes = 7
  })
  expect(same).toBe(shape())
})

test.each<[string, (facts: any) => void]>([
  ['a carrier', (told) => (told.interfaces[1].up = false)],
  ['a speed', (told) => (told.interfaces[0].speed_mbps = 100)],
  ['an address', (told) => (told.interfaces[1].addresses = ['192.168.2.1/24'])],
  ['an address more', (told) => told.interfaces[1].addresses.push('192.168.3.1/24')],
  ['a line', (told) => (told.wans[0].up = false)],
  ['a gateway', (told) => (told.wans[0].gateway = '10.0.0.254')],
  ['a neighbour that goes', (told) => (told.neighbours = [])],
  ['the socket at its end', (told) => (told.neighbours[0].remote_port = '2')],
  ['a network', (told) => (told.ssids[0].ssid = 'Staff')],
  ['a terminal that comes', (told) => told.terminals.push({ mac: '3c:22:fb:00:00:02', link: 'wired' })],
  ['a terminal in another socket', (told) => (told.terminals[0].port = 'LAN2')],
])('%s changes it', (_, change) => expect(shape(change)).not.toBe(shape()))
