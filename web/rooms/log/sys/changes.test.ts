import { expect, test } from 'vitest'
import { changesOf } from './changes.ts'

test('only what differs, nested fields with dots', () => {
  expect(changesOf({ name: 'a', at: { x: 1, y: 2 } }, { name: 'b', at: { x: 1, y: 3 } })).toEqual([
    { field: 'name', before: 'a', after: 'b' },
    { field: 'at.y', before: '2', after: '3' },
  ])
})

test('something made has no before, something removed no after', () => {
  expect(changesOf(null, { ids: [1, 2] })).toEqual([{ field: 'ids', before: undefined, after: '[1,2]' }])
  expect(changesOf({ name: 'a', note: null }, undefined)).toEqual([
    { field: 'name', before: 'a', after: undefined },
    { field: 'note', before: '–', after: undefined },
  ])
})

test('equal and empty values have no changes', () => {
  expect(changesOf({ a: 1 }, { a: 1 })).toEqual([])
  expect(changesOf(null, null)).toEqual([])
})
