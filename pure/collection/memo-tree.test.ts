import { expect, test } from 'vitest'
import { MemoTree } from './memo-tree.ts'

test('computes a value once for identical inputs', () => {
  const alike = new MemoTree<number>()
  const [one, twin] = [{ a: 1 }, { a: 1 }]
  let made = 0
  const ask = (...from: unknown[]) => alike.once(from, () => ++made)
  expect([ask(one, 'x'), ask(one, 'x'), ask(twin, 'x'), ask(one, undefined), ask(one, null), ask(one, 'x')]).toEqual([
    1, 1, 2, 3, 4, 1,
  ])
  expect(ask('#0', 'x')).toBe(5)
})
