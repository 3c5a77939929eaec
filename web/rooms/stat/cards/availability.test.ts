import { expect, test } from 'vitest'
import { availabilityOf, daysOf } from './availability.ts'

const day = 86_400
const midnight = new Date(2026, 2, 10).getTime() / 1000
const counted = {
  from: midnight,
  to: midnight + 2 * day,
  step: day / 2,
  unit: '',
  total: 0,
  online_rate: 75,
  series: [
    {
      name: 'total',
      points: [0, 1, 2, 3].map((n): [number, number | null] => [midnight + (n * day) / 2, n === 3 ? 0 : 4]),
    },
    {
      name: 'online',
      points: [4, 2, 3, null].map((value, n): [number, number | null] => [midnight + (n * day) / 2, value]),
    },
  ],
}

test('online of all in percent; where there was none, nothing is known', () => {
  const { unit, total, series } = availabilityOf(counted)
  expect([unit, total]).toEqual(['%', 75])
  expect(series[0]?.points.map(([, value]) => value)).toEqual([100, 50, 75, null])
})

test('days are means of the known values', () => {
  expect(daysOf(counted).map(({ value }) => value)).toEqual([75, 75])
  expect(daysOf({ ...counted, to: midnight + 3 * day }).at(-1)).toEqual({ at: midnight + 2 * day, value: null })
})
