import { expect, test } from 'vitest'
import { idOf, isSame, isTooLarge, fieldsToRestore } from './undo-rules.ts'

test.each([
  ['a field goes back', { name: 'a' }, { name: 'b' }, { name: 'b', color: 3 }, { name: 'a' }, []],
  [
    'what it did not touch may have changed',
    { name: 'a', color: 1 },
    { name: 'b', color: 1 },
    { name: 'b', color: 7 },
    { name: 'a' },
    [],
  ],
  ['what it touched was changed since', { name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'a' }, ['name']],
  [
    'fields the room does not know stay out',
    { name: 'a', rev: 1 },
    { name: 'b', rev: 2 },
    { name: 'b' },
    { name: 'a' },
    [],
  ],
  ['of ids only its own go', { ids: [1] }, { ids: [1, 2] }, { ids: [1, 2, 3] }, { ids: [1, 3] }, []],
  ['of ids those it took come back', { ids: [1, 2] }, { ids: [1] }, { ids: [1, 3] }, { ids: [1, 2, 3] }, []],
  ['an id it added has gone since', { ids: [] }, { ids: [2] }, { ids: [3] }, { ids: [3] }, ['ids']],
  [
    'inner fields go back one by one',
    { m: { 5: 1, 6: null } },
    { m: { 5: 2, 6: 2 } },
    { m: { 5: 2, 6: 3 } },
    { m: { 5: 1, 6: null } },
    ['m.6'],
  ],
  ['nothing and null are the same', { at: null }, { at: 5 }, { at: 5 }, { at: null }, []],
])('%s', (_, before, after, now, to, clashes) => {
  expect(fieldsToRestore(before, after, now as never)).toEqual({ to, clashes })
})

test('the order of fields is ignored', () => {
  expect(isSame({ a: 1, b: [{ c: 1, d: 2 }] }, { b: [{ d: 2, c: 1 }], a: 1 })).toBe(true)
  expect(isSame([1, 2], [2, 1])).toBe(false)
})

test.each([
  ['scene-group:12', 12],
  ['channel:smtp', undefined],
  ['backup-policy', 0],
])('%s has the number %s', (object, id) => {
  expect(idOf(object)).toBe(id)
})

test('a value that was too large is reported as such', () => {
  expect([isTooLarge({ too_large: 5 }), isTooLarge({ name: 'x' }), isTooLarge(null)]).toEqual([true, false, false])
})
