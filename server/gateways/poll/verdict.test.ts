import { expect, test } from 'vitest'
import { evaluateTry, pauseOf, type PollState } from './verdict.ts'

const monitor = { type: 'ping' as const, interval: 60, misses: 3, timeout: 2000 }

test('one response means online, failures count when they persist, a response in between resets them', () => {
  const turns: (string | undefined)[] = []
  let standing: PollState = { online: false, missed: 0 }
  for (const ok of [true, true, false, false, true, false, false, false, false, true]) {
    const { now, turned } = evaluateTry(standing, ok, 3)
    standing = now
    turns.push(turned)
  }
  expect(turns).toEqual([
    'came',
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    'left',
    undefined,
    'came',
  ])
})

test('a device that never responded does not go offline', () => {
  expect(evaluateTry({ online: false, missed: 9 }, false, 3)).toEqual({ now: { online: false, missed: 10 } })
})

test.each([
  ['up', { online: true, missed: 0 }, 60_000],
  ['in doubt', { online: true, missed: 1 }, 5000],
  ['down for a short time', { online: false, missed: 3 }, 60_000],
  ['down for a long time', { online: false, missed: 5 }, 240_000],
  ['down for ever', { online: false, missed: 400 }, 480_000],
])('%s', (_, standing, pause) => {
  expect(pauseOf(standing, monitor, 0.5)).toBe(pause)
  expect(pauseOf(standing, monitor, 0)).toBeGreaterThanOrEqual(pause * 0.95 - 1)
  expect(pauseOf(standing, monitor, 1)).toBeLessThanOrEqual(pause * 1.05 + 1)
})

test('a long interval is never shortened while the device is down', () => {
  expect(pauseOf({ online: false, missed: 9 }, { ...monitor, interval: 3600 }, 0.5)).toBe(3_600_000)
})
