import { afterEach, expect, test, vi } from 'vitest'
import { countRate } from './rate.ts'

afterEach(() => void vi.useRealTimers())

test('a window ends by elapsed time, also when the clock is set back a day in it', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const rate = countRate()
  expect([rate('one', 2), rate('one', 2)]).toEqual([0, 0])
  expect(rate('one', 2)).toBe(60)
  vi.setSystemTime(Date.now() - 86_400_000)
  expect(rate('one', 2)).toBe(60)
  vi.advanceTimersByTime(60_000)
  expect(rate('one', 2)).toBe(0)
})
