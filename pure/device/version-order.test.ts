import { expect, test } from 'vitest'
import { compareVersions, runsVersion, versionIn } from './version-order.ts'

test.each([
  ['SkylarkOS 4.1.0 / TIP-v4.1.0', '4.1.0'],
  ['OpenWrt 21.02-SNAPSHOT r16279+121 / TIP-v2.5.0-rc1', '2.5.0-rc1'],
  ['skylarkos-4.2.0', '4.2.0'],
  ['Belvedere agent 0.1.0+ab3eab17', '0.1.0+ab3eab17'],
  ['TerraceOS 3.2.1', '3.2.1'],
  ['no number', undefined],
  ['', undefined],
])('%s names %s', (text, version) => expect(versionIn(text)).toBe(version))

test.each([
  ['SkylarkOS 4.2.0 / TIP-v4.2.0', '4.2.0', true],
  ['skylarkos-4.2.0', '4.2.0', true],
  ['skylarkos-4.2.0', 'v4.2.0', true],
  ['skylarkos-4.2.0.1', '4.2.0', false],
  ['skylarkos-14.2.0', '4.2.0', false],
  ['skylarkos-4.2.01', '4.2.0', false],
  ['skylarkos-4.2.0-rc1', '4.2.0', false],
  ['Belvedere agent 0.1.0+ab3eab17', '0.1.0+ab3eab17', true],
  ['Belvedere agent 0.1.0+ab3eab17', '0.1.0', false],
  ['anything', '', false],
  ['a.b(c', 'a.b(c', true],
])('%s runs %s: %s', (text, version, runs) => expect(runsVersion(text, version)).toBe(runs))

test('versions are sorted', () => {
  const order = [
    '3.9',
    '4.0.2',
    '4.1.0-alpha',
    '4.1.0-beta2',
    '4.1.0-rc1',
    '4.1.0-rc2',
    '4.1.0',
    '4.1.0.1',
    '4.9',
    '4.10',
    '21.02',
  ]
  const mixed = order.toReversed().sort(compareVersions)
  expect(mixed).toEqual(order)
  expect(compareVersions('4.2', '4.2.0')).toBe(0)
  expect(compareVersions('0.1.0+aa', '0.1.0+bb')).toBe(0)
})
