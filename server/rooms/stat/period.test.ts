import { expect, test } from 'vitest'
import { requestedPeriod, before, piecesOf, stepsOf, trendOf } from './period.ts'

const HOUR = 3600
const DAY = 86_400
const noon = 20_000 * DAY + 12 * HOUR

test.each([
  [2 * HOUR, '5m', 300],
  [DAY, '5m', 300],
  [7 * DAY, '1h', HOUR],
  [30 * DAY, '1h', 2 * HOUR],
  [365 * DAY, '1d', DAY],
])('%d seconds come from %s in steps of %d', (span, level, step) =>
  expect(stepsOf({ from: noon - span, to: noon }, 0)).toMatchObject({ level, step }),
)

test('steps of hours follow the time zone of the scene', () => {
  const steps = stepsOf({ from: noon - 40 * DAY + 1, to: noon }, 8 * HOUR)
  expect((steps.from + 8 * HOUR) % steps.step).toBe(0)
})

test('a period is whole days in its middle and hours at its ends', () => {
  const sum = (from: number, to: number, now = noon + 99 * DAY) =>
    piecesOf({ from, to }, now).map((piece) => [piece.level, (piece.to - piece.from) / HOUR])
  expect(sum(noon, noon + 3 * DAY)).toEqual([
    ['1h', 12],
    ['1d', 48],
    ['1h', 12],
  ])
  expect(sum(noon, noon + 5 * HOUR + 1)).toEqual([['1h', 6]])
  expect(sum(noon, noon + 3 * DAY, noon + 3 * DAY)).toEqual([
    ['1h', 12],
    ['1d', 72],
  ])
})

test('a requested period is bounded, and ends now at the latest', () => {
  expect(requestedPeriod({}, noon)).toEqual({ from: noon - DAY, to: noon })
  expect(requestedPeriod({ from: 0, to: noon + 500 }, noon)).toEqual({ from: noon - 1098 * DAY, to: noon })
  expect(requestedPeriod({ from: 200, to: 100 }, noon)).toBeUndefined()
  expect(before({ from: 100, to: 130 })).toEqual({ from: 70, to: 100 })
})

test.each([
  [150, 100, 50],
  [50, 100, -50],
  [5, 0, null],
  [5, undefined, null],
])('%d after %d is a trend of %d', (value, earlier, trend) => expect(trendOf(value, earlier)).toBe(trend))
