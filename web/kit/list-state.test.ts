import { expect, test } from 'vitest'
import { pageSizesUpTo } from './list/list-state.ts'

test('a page has up to 500 rows, in lists of devices up to 1,000', () => {
  expect(pageSizesUpTo(500)).toEqual([10, 20, 50, 100, 200, 500])
  expect(pageSizesUpTo(1000).at(-1)).toBe(1000)
})
