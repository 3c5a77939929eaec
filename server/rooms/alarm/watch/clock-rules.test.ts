import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ClockSteps } from './clock-rules.ts'

const DAY = 86_400

test('a continuous clock measures how long ago something was', () => {
  const clock = new ClockSteps()
  for (let at = 0; at < 100; at += 5) clock.see(1000 + at, at)
  expect(clock.between(1010, 1095)).toBe(85)
})

test('a step ahead does not make earlier events older', () => {
  const clock = new ClockSteps()
  clock.see(1000, 0)
  clock.see(1010 + DAY, 10)
  expect(clock.between(1005, 1020 + DAY)).toBe(15)
  expect(clock.between(1015 + DAY, 1020 + DAY)).toBe(5)
})

test('a step back does not make them younger', () => {
  const clock = new ClockSteps()
  clock.see(DAY + 1000, 0)
  clock.see(1010, 10)
  expect(clock.between(DAY + 1005, 1020)).toBe(15)
  expect(clock.between(1015, 1020)).toBe(5)
  expect(clock.latest(1020)).toBe(DAY + 1010)
})

test('for any steps, no event is older than in reality, and within an era it is exact', () => {
  const passes = fc.record({
    seconds: fc.integer({ min: 1, max: 600 }),
    step: fc.integer({ min: -2 * DAY, max: 2 * DAY }),
  })
  fc.assert(
    fc.property(fc.array(passes, { minLength: 1, maxLength: 8 }), fc.nat(7), (list, when) => {
      const clock = new ClockSteps()
      let [steady, wall] = [0, 100 * DAY]
      let [at, written] = [0, wall]
      clock.see(wall, steady)
      for (const [number, { seconds, step }] of list.entries()) {
        steady += seconds
        wall += seconds + (Math.abs(step) > 10 ? step : 0)
        clock.see(wall, steady)
        if (number === when % list.length) [at, written] = [steady, wall]
      }
      expect(clock.between(written, wall)).toBeLessThanOrEqual(steady - at)
    }),
  )
})

test('a single step is corrected exactly, except for times that occurred twice', () => {
  const step = fc.integer({ min: -2 * DAY, max: 2 * DAY }).filter((by) => Math.abs(by) > 10)
  fc.assert(
    fc.property(step, fc.integer({ min: 1, max: 600 }), fc.integer({ min: 1, max: 600 }), (by, before, after) => {
      const clock = new ClockSteps()
      const start = 100 * DAY
      clock.see(start, 0)
      clock.see(start + before + by, before)
      const now = start + before + by + after
      clock.see(now, before + after)
      if (start < start + before + by || start > now) expect(clock.between(start, now)).toBe(before + after)
      const later = start + before + by
      expect(clock.between(later, now)).toBe(after)
    }),
  )
})
