import { expect, test } from 'vitest'
import { weekOf } from './week.ts'

// 2026-11-16 is a Monday
const monday = Date.UTC(2026, 10, 16) / 1000
const row = (hours: number, online: number, time_zone = 'UTC') => ({ time_zone, ts: monday + hours * 3600, online })

test('an hour of the week is the mean of its occurrences, in the time zone of the scene', () => {
  const { cells, peak } = weekOf([row(0, 7200), row(168, 3600), row(1, 3600, 'Asia/Shanghai')], monday + 169 * 3600)
  expect(cells[1]?.[0]).toBe(1.5)
  expect(cells[1]?.[9]).toBe(1)
  expect(peak).toBe(1.5)
})

test('hours without terminals count as zero, those before the first data are unknown', () => {
  const { cells } = weekOf([row(5, 3600)], monday + 8 * 3600)
  expect(cells[1]?.slice(3, 9)).toEqual([null, null, 1, 0, 0, null])
})

test('the current hour counts as far as it is known', () => {
  expect(weekOf([row(0, 1800)], monday + 1800).cells[1]?.[0]).toBe(1)
})
