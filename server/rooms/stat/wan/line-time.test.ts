import { expect, test } from 'vitest'
import { lineTimeOf } from './line-time.ts'

const steps = { from: 1000, to: 1400, step: 100 }
const time = (...args: Parameters<typeof lineTimeOf>) =>
  lineTimeOf(...args).map(({ ts, counted, down }) => [ts, counted, down])

test('lines count from when their gateway came, until now', () => {
  expect(
    time(
      [
        { since: 0, lines: 2 },
        { since: 1250, lines: 1 },
      ],
      [],
      steps,
      1350,
    ),
  ).toEqual([
    [1000, 200, 0],
    [1100, 200, 0],
    [1200, 250, 0],
    [1300, 150, 0],
  ])
  expect(time([{ since: 1150, lines: 1 }], [], steps, 1200)).toEqual([[1100, 50, 0]])
  expect(time([], [{ from: 1000, to: 1400 }], steps, 1400)).toEqual([])
})

test('an outage is of every step it touches, and no longer than there were lines', () => {
  const outages = [
    { from: 900, to: 1050 },
    { from: 1150, to: 1320 },
    { from: 1190, to: 1200 },
    { from: 1390, to: 9999 },
  ]
  expect(time([{ since: 0, lines: 1 }], outages, steps, 1400)).toEqual([
    [1000, 100, 50],
    [1100, 100, 60],
    [1200, 100, 100],
    [1300, 100, 30],
  ])
  expect(time([{ since: 0, lines: 1 }], [...outages, ...outages], steps, 1400)[2]).toEqual([1200, 100, 100])
})
