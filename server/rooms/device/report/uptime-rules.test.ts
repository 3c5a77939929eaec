import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasRestarted } from './uptime-rules.ts'

const own = (uptime: number, clock: number | null = null) => ({ uptime, clock })

test.each([
  ['it goes on', own(5000), own(5060), 60, false],
  ['it starts anew', own(5000), own(30), 60, true],
  ['messages waited for an hour and come together', own(5000, 10_000), own(5060, 10_060), 3600, false],
  ['our clock is set a day ahead', own(5000, 10_000), own(5060, 10_060), 86_460, false],
  ['our clock is set a day back', own(5000, 10_000), own(5060, 10_060), -86_340, false],
  ['its clock is set, as it is after a start', own(50, 10_000), own(110, 9_000_000), 60, false],
  ['it had just started, and starts anew', own(50, 10_000), own(60, 10_600), 600, true],
  ['the same without a clock', own(50), own(60), 600, false],
  ['a counter of 32 bits begins anew', own(42_949_640), own(30), 62, false],
  ['it starts anew after 400 days', own(34_560_000), own(30), 62, true],
])('%s', (_, before, now, elapsed, expected) => {
  expect(hasRestarted(before, now, elapsed)).toBe(expected)
})

test('for any delay, and with any one clock set, a running device has not restarted', () => {
  const step = fc.integer({ min: -1_000_000, max: 1_000_000 })
  const way = fc.record({ uptime: fc.nat(1e9), ran: fc.nat(100_000), step, ours: fc.boolean() })
  fc.assert(
    fc.property(way, ({ uptime, ran, step: set, ours }) => {
      const elapsed = ran + (ours ? set : 0)
      const clock = 1e6 + ran + (ours ? 0 : set)
      expect(hasRestarted({ uptime, clock: 1e6 }, { uptime: uptime + ran, clock }, elapsed)).toBe(false)
    }),
  )
})
