import { expect, test } from 'vitest'
import { fastWait, habits } from './reconnect.ts'

test('each client waits like the real one before it reconnects', () => {
  const waits = (family: keyof typeof habits, chance = 0) => [1, 2, 3, 200].map((n) => habits[family].wait(n, chance))
  expect(waits('ap')).toEqual([10, 20, 30, 900])
  expect(waits('switch')).toEqual([5, 5, 5, 5])
  expect(waits('linux', 0)).toEqual([0.5, 1, 2, 15])
  expect(waits('linux', 1)).toEqual([1, 2, 4, 30])
  expect(fastWait(1, 1)).toBeLessThanOrEqual(1)
})
