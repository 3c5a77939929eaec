import { expect, test } from 'vitest'
import { steadied } from './use-steady-rows.ts'

const rows = (text: string) => [...text].map((id) => ({ id }))
const order = (before: string, now: string) =>
  steadied(rows(now), [...before], ({ id }) => id)
    .map(({ id }) => id)
    .join('')

test.each([
  ['abcd', 'dcba', 'abcd', 'another order waits'],
  ['abcd', 'xabd', 'abxd', 'a newcomer takes the place of the gone'],
  ['abcd', 'db', 'bd', 'the gone leave no hole'],
  ['ab', 'bxay', 'abxy', 'more newcomers than places come last'],
  ['ab', '', '', 'nothing left'],
])('%s, then %s: shown as %s (%s)', (before, now, shown) => {
  expect(order(before, now)).toBe(shown)
})

test('rows are the new ones, not those of before', () => {
  const fresh = [{ id: 'a', cpu: 9 }]
  expect(steadied(fresh, ['a'], ({ id }) => id)[0]).toBe(fresh[0])
})
