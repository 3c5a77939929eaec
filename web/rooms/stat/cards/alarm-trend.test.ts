import { expect, test } from 'vitest'
import { bucketsOf } from './alarm-trend.ts'

const series = (step: number, count: number, start = 0) => ({
  step,
  series: ['critical', 'warning'].map((name, level) => ({
    name,
    points: Array.from({ length: count }, (_, at): [number, number | null] => [
      start + at * step,
      at % 10 === level ? 1 : 0,
    ]),
  })),
})
const sum = (all: { counts: number[] }[], level: number) => all.reduce((n, { counts }) => n + (counts[level] ?? 0), 0)

test('few steps are bars of their own', () => {
  expect(bucketsOf(series(3600, 24), 0)).toHaveLength(24)
})

test('many steps become few bars, and none is lost', () => {
  const bars = bucketsOf(series(300, 288), 0)
  expect(bars).toHaveLength(48)
  expect([sum(bars, 0), sum(bars, 1)]).toEqual([29, 29])
})

test('bars begin at whole hours of the reader', () => {
  const bars = bucketsOf(series(7200, 360, 1800), 8 * 3600)
  expect(bars.every(({ from, to }) => (from + 8 * 3600) % (to - from) === 0)).toBe(true)
  expect(sum(bars, 0)).toBe(36)
})

test('nothing asked, nothing drawn', () => expect(bucketsOf({ step: 60, series: [] }, 0)).toEqual([]))
