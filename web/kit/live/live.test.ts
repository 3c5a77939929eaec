import { expect, test } from 'vitest'
import { retryDelay, showsSomeOf } from './live.ts'

test('an update concerns a list if the list shows one of the rows, or if the rows are not known', () => {
  const data = { total: 2, list: [{ id: 1 }, { id: 2 }] }
  expect(showsSomeOf(data, [2, 9])).toBe(true)
  expect(showsSomeOf(data, [9])).toBe(false)
  expect(showsSomeOf(data, undefined)).toBe(true)
  expect(showsSomeOf({ count: 3 }, [9])).toBe(true)
  expect(showsSomeOf({ list: [{ name: 'a' }] }, [9])).toBe(true)
})

test('retries wait longer and longer, never at one moment for all, and never too long', () => {
  expect(retryDelay(0, 0)).toBe(250)
  expect(retryDelay(0, 1)).toBe(500)
  expect(retryDelay(3, 1)).toBe(4000)
  expect(retryDelay(50, 1)).toBe(15_000)
})
