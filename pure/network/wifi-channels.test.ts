import { expect, test } from 'vitest'
import { channelsOf, modesOf, needsDfs, ssidBytes } from './wifi-channels.ts'

test.each([
  ['2g', 'CN', undefined, [1, 13], 13],
  ['2g', 'US', undefined, [1, 11], 11],
  ['5g', 'CN', undefined, [36, 165], 13],
  ['5g', 'US', undefined, [36, 165], 24],
  ['5g', 'CN', '80', [36, 161], 12],
  ['5g', 'US', '80', [36, 161], 20],
  ['5g', 'US', '160', [36, 128], 16],
] as const)('%s in %s, %s wide', (band, region, width, ends, count) => {
  const channels = channelsOf(band, region, width)
  expect([channels[0], channels.at(-1)]).toEqual(ends)
  expect(channels).toHaveLength(count)
})

test('100 to 140 are only for the United States, and 52 to 140 need radar detection', () => {
  expect(channelsOf('5g', 'CN').some((channel) => channel >= 100 && channel <= 140)).toBe(false)
  expect(channelsOf('5g', 'US').filter(needsDfs)).toEqual([
    52, 56, 60, 64, 100, 104, 108, 112, 116, 120, 124, 128, 132, 136, 140,
  ])
})

test('no mode belongs to two bands', () => {
  expect(new Set([...modesOf('2g'), ...modesOf('5g')]).size).toBe(12)
})

test('the number of bytes of a name depends on the encoding', () => {
  expect(ssidBytes('揽景 Guest', 'UTF-8')).toBe(12)
  expect(ssidBytes('揽景 Guest', 'GB2312')).toBe(10)
})
