import { expect, test } from 'vitest'
import { masked } from './bounded.ts'
import type { DeviceFacts } from './facts.ts'
import { faultsIn } from './fact-faults.ts'

const terminal = { mac: '3c:22:fb:10:20:30', link: 'wired' as const }

test.each<[string, object]>([
  ['an invalid number', { uptime: Number.NaN }],
  ['an unknown member', { speed: 1 }],
  ['a counter as text', { interfaces: [{ name: 'a', role: 'wan', up: true, rx_bytes: '7' }] }],
  ['an unknown band', { radios: [{ band: '60G', channel: 1, width_mhz: 20 }] }],
  ['a MAC address in upper case', { terminals: [{ ...terminal, mac: '3C:22:FB:10:20:30' }] }],
  ['a terminal listed twice', { terminals: [terminal, terminal] }],
  [
    'a list that is too long',
    { ssids: Array.from({ length: 6000 }, () => ({ ssid: '', bssid: terminal.mac, band: '5G', terminals: 0 })) },
  ],
])('%s is a fault', (_, facts) => expect(faultsIn({ facts: facts as DeviceFacts })).toHaveLength(1))

test('a secret that was not masked is a fault', () => {
  const event = (password: string) => ({ events: [{ at: 1, type: 'x', data: { deep: { password } } }] })
  expect(faultsIn(event('open'))).toEqual(['secret in password'])
  expect(faultsIn(event(masked))).toEqual([])
})

test('valid facts have none', () => {
  expect(faultsIn({ facts: { uptime: 1, terminals: [terminal], wans: [] }, events: [{ at: 0, type: 'x' }] })).toEqual(
    [],
  )
})
