import { expect, test } from 'vitest'
import { memoryUsed, tenths, whole } from '../../devices/ingest/report-units.ts'
import { planOf, trafficText } from './rules.ts'

test.each([
  [12.34, 123],
  [-40, -400],
  [1e9, 32_767],
  [Number.NaN, null],
  [undefined, null],
])('%j in tenths is %j', (value, stored) => {
  expect(tenths(value)).toBe(stored)
})

test('more terminals than a smallint can store are limited', () => {
  expect(whole(70_000)).toBe(32_767)
})

test.each([
  [{ total: 1000, free: 600, cached: 150 }, 25],
  [{ total: 1000, free: 900, cached: 500 }, 0],
  [{ total: 0, free: 0 }, undefined],
  [undefined, undefined],
])('of the memory %j %j percent are used', (memory, percent) => {
  expect(memoryUsed(memory)).toBe(percent)
})

test('traffic as a literal', () => {
  expect(trafficText(60, 10, 20, [1, Number.NaN, 3.5])).toBe('{60,10,20,1,null,3.5}')
})

const DAY = 86_400
const now = 400 * DAY
test.each([
  ['an hour', now - 3600, now, 'sample', 60],
  ['six hours', now - 6 * 3600, now, 'sample', 60],
  ['a day', now - DAY, now, '5m', 300],
  ['four days', now - 4 * DAY, now, '5m', 900],
  ['a month', now - 30 * DAY, now, '1h', 7200],
  ['a year', now - 365 * DAY, now, '1d', DAY],
  ['an hour, of which the samples are gone', now - 60 * DAY, now - 60 * DAY + 3600, '5m', 300],
  ['an hour long ago', now - 200 * DAY, now - 200 * DAY + 3600, '1h', 3600],
] as const)('a curve over %s', (_, from, to, source, step) => {
  expect(planOf(from, to, now, 30)).toEqual({ source, step })
})
