import { expect, test } from 'vitest'
import { lineWith } from './line-rules.ts'

test.each<[string, string, string, Record<string, unknown>, string | undefined]>([
  ['a value', 'guest', 'x', { ssid: 'Guest', vlan: 30 }, 'ssid: Guest'],
  ['a field', 'vlan', 'x', { ssid: 'Guest', vlan: 30 }, 'vlan: 30'],
  ['field and value', 'vlan: 30', 'x', { vlan: 30 }, 'vlan: 30'],
  ['what is inside', '10.0.0.1', 'x', { dns: ['1.1.1.1', '10.0.0.1'] }, 'dns: 10.0.0.1'],
  ['deep inside', 'high', 'x', { poe: { priority: 'High' } }, 'poe.priority: High'],
  ['the key', 'ethernet7', 'Ethernet7', { enabled: 1 }, 'enabled: 1'],
  ['a hidden secret', 'hunter', 'x', { password: true }, undefined],
  ['nothing', 'zzz', 'x', {}, undefined],
])('%s', (_, text, key, fields, line) => {
  expect(lineWith(text, key, fields)).toBe(line)
})
