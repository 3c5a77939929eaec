import { describe, expect, test } from 'vitest'
import { evaluateDue, readRhythm } from './cron.ts'

const at = (text: string) => Date.parse(`${text}Z`) / 1000
const DAY = 86_400

test.each([
  ['* * * * *', 60, '2026-03-01T10:00:00', '2026-03-01T10:01:00'],
  ['* * * * *', 60, '2026-03-01T10:00:59', '2026-03-01T10:01:00'],
  ['*/5 * * * *', 300, '2026-03-01T10:04:59', '2026-03-01T10:05:00'],
  ['*/10 * * * *', 600, '2026-03-01T10:50:00', '2026-03-01T11:00:00'],
  ['25 * * * *', 3600, '2026-03-01T10:25:00', '2026-03-01T11:25:00'],
  ['0 */6 * * *', 21_600, '2026-03-01T10:25:00', '2026-03-01T12:00:00'],
  ['20 3 * * *', DAY, '2026-03-01T03:19:59', '2026-03-01T03:20:00'],
  ['20 3 * * *', DAY, '2026-02-28T03:20:00', '2026-03-01T03:20:00'],
])('%s: every %d s; after %s comes %s', (cron, period, after, next) => {
  const read = readRhythm(cron)
  expect(read.period).toBe(period)
  expect(read.next(at(after))).toBe(at(next))
})

test.each([
  '',
  '* * * *',
  '*/7 * * * *',
  '60 * * * *',
  '0 24 * * *',
  '* 3 * * *',
  '1,2 * * * *',

  '*/0 * * * *',
])('%s is refused', (cron) => expect(() => readRhythm(cron)).toThrow())

/**
 * Simulates a clock over elapsed seconds with frequent checks; each of `steps` sets it by a number of seconds. Returns the elapsed seconds
 * of runs.
 */
function play(cron: string, elapsed: number, steps: readonly (readonly [at: number, by: number])[]): number[] {
  const read = readRhythm(cron)
  let offset = at('2026-03-01T10:00:00')
  let due = read.next(offset)
  const runs: number[] = []
  const left = [...steps]
  for (let time = 0; time < elapsed; time += Math.max(5, read.period / 100)) {
    while ((left[0]?.[0] ?? Number.POSITIVE_INFINITY) <= time) offset += left.shift()?.[1] ?? 0
    // as the schedule reads from the database
    if (due > offset + time && due <= offset + time + read.period) continue
    const judged = evaluateDue(read, due, offset + time)
    due = judged.due
    if (judged.runs) runs.push(time)
  }
  return runs
}

const gaps = (runs: readonly number[], elapsed: number) =>
  [0, ...runs, elapsed].slice(1).map((time, n) => time - ([0, ...runs][n] as number))

describe.each(['* * * * *', '*/5 * * * *', '25 * * * *', '20 3 * * *'])('%s', (cron) => {
  const { period } = readRhythm(cron)
  const elapsed = 6 * DAY

  test('an undisturbed clock', () => {
    const runs = play(cron, elapsed, [])
    expect(Math.abs(runs.length - elapsed / period)).toBeLessThanOrEqual(1)
  })

  test.each([
    ['back a day', [[2 * DAY, -DAY]]],
    ['forward a day', [[2 * DAY, DAY]]],
    [
      'back a day, and forward again',
      [
        [2 * DAY, -DAY],
        [4 * DAY, DAY],
      ],
    ],
    ['back 66 minutes', [[DAY + 777, -3960]]],
    ['forward a year, as a machine without a battery', [[40, 365 * DAY]]],
    ['back 20 years', [[DAY, -20 * 365 * DAY]]],
  ] as const)('%s: it goes on within two periods, and runs once more at most for each step', (_, steps) => {
    const runs = play(cron, elapsed, steps)
    expect(Math.max(...gaps(runs, elapsed))).toBeLessThanOrEqual(2 * period)
    expect(Math.abs(runs.length - elapsed / period)).toBeLessThanOrEqual(1 + steps.length)
  })

  test('random steps, each followed by two quiet periods', () => {
    const elapsed = 400 * period
    let seed = 20
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
    for (let round = 0; round < 20; round++) {
      const steps: [number, number][] = []
      for (let time = random() * period; time < elapsed; time += (2 + random() * 3) * period + 60)
        steps.push([time, Math.round((random() - 0.5) * 4 * DAY)])
      expect(Math.max(...gaps(play(cron, elapsed, steps.slice(0, 20)), elapsed))).toBeLessThanOrEqual(3 * period)
    }
  })
})
