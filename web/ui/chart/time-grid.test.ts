import { expect, test } from 'vitest'
import { gridOf, onGrid, thinned } from './time-grid.ts'

test('the grid keeps the phase of the points and covers the period', () => {
  expect(gridOf(1000, 2000, 300, [[[1200, 1]]])).toEqual({ start: 1200, step: 300, count: 3 })
  expect(gridOf(900, 2100, 300, [])).toEqual({ start: 900, step: 300, count: 4 })
})

test('missing values are gaps, values outside the period are omitted', () => {
  const grid = { start: 0, step: 10, count: 4 }
  const values = onGrid(
    [
      [-10, 9],
      [0, 1],
      [20, null],
      [30, 4],
      [40, 5],
    ],
    grid,
  )
  expect([...values]).toEqual([1, Number.NaN, Number.NaN, 4])
})

test('few steps are drawn as they are', () => {
  expect(thinned([Float64Array.of(1, Number.NaN, 3)], { start: 0, step: 1, count: 3 }, 100)).toEqual({
    xs: [0, 1, 2],
    ys: [[1, null, 3]],
  })
})

test('no peak and no trough is lost, gaps of a pixel stay gaps', () => {
  const values = Float64Array.from({ length: 8640 }, () => 5)
  values[4001] = 99
  values[4003] = 1
  values.fill(Number.NaN, 6000, 6100)
  const grid = { start: 0, step: 300, count: 8640 }
  const { xs, ys } = thinned([values], grid, 900)
  const [drawn = []] = ys
  expect(xs.length).toBe(drawn.length)
  expect(xs.length).toBeLessThan(2200)
  expect(drawn).toContain(99)
  expect(drawn).toContain(1)
  expect(drawn.filter((value) => value === null).length).toBeGreaterThan(10)
  const peak = xs[drawn.indexOf(99)] ?? 0
  expect(Math.abs(peak - 4001 * 300)).toBeLessThan(9 * 300)
})
