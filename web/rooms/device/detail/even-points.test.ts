import { expect, test } from 'vitest'
import { evenValues } from './even-points.ts'

test('points are placed by their time, values between them are interpolated, and there are none before and after', () => {
  expect(
    evenValues(
      [
        [60, 1],
        [180, 3],
      ],
      0,
      240,
      60,
    ),
  ).toEqual([null, 1, 2, 3, null])
})

test('a point without a value breaks the line', () => {
  expect(
    evenValues(
      [
        [0, 1],
        [60, null],
        [180, 3],
      ],
      0,
      180,
      60,
    ),
  ).toEqual([1, null, null, 3])
})

test('several points in one place are averaged', () => {
  const points = Array.from({ length: 1440 }, (_, minute): [number, number] => [minute * 60, minute % 2 ? 10 : 20])
  const values = evenValues(points, 0, 1439 * 60, 60)
  expect(values).toHaveLength(240)
  for (const value of values.slice(1, -1)) expect(Math.abs((value ?? 0) - 15)).toBeLessThan(1)
})

test('a series of nothing is all gap', () => {
  expect(evenValues([[0, null]], 0, 60, 60)).toEqual([null, null])
  expect(evenValues([], 5, 5, 60)).toEqual([null])
})
