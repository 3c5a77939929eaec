import { expect, test } from 'vitest'
import { pairsOf } from './line-pairs.ts'

test('removed lines are beside the lines that replace them, with the numbers of both texts', () => {
  const lines = [' a', '-b', '-c', '+B', ' d', '+e'].map((line) => ({
    mark: line[0] as ' ' | '-' | '+',
    text: line.slice(1),
  }))
  expect(pairsOf({ before: 10, after: 20, lines })).toEqual([
    { before: 10, after: 20, left: 'a', right: 'a', same: true },
    { before: 11, after: 21, left: 'b', right: 'B', same: false },
    { before: 12, after: 22, left: 'c', right: undefined, same: false },
    { before: 13, after: 22, left: 'd', right: 'd', same: true },
    { before: 14, after: 23, left: undefined, right: 'e', same: false },
  ])
})
