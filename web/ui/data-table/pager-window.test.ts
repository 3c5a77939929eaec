import { expect, test } from 'vitest'
import { clampPage, pagerWindow } from './pager-window.ts'

test.each([
  [1, 1, [1]],
  [2, 5, [1, 2, 3, 4, 5]],
  [1, 20, [1, 2, 3, 4, 'later', 20]],
  [10, 20, [1, 'earlier', 9, 10, 11, 'later', 20]],
  [3, 20, [1, 2, 3, 4, 'later', 20]],
  [19, 20, [1, 'earlier', 17, 18, 19, 20]],
])('page %i of %i', (page, pages, places) => {
  expect(pagerWindow(page, pages)).toEqual(places)
})

test('only pages that exist', () => {
  expect(clampPage(9, 41, 10)).toBe(5)
  expect(clampPage(0, 41, 10)).toBe(1)
  expect(clampPage(Number.NaN, 0, 10)).toBe(1)
})
