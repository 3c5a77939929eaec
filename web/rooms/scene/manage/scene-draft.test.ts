import { expect, test } from 'vitest'
import { draftOf, inputOf, problemsOf } from './scene-draft.ts'

const draft = { ...draftOf(undefined), name: ' 总部 ' }

test('a name and nothing else is enough', () => {
  expect(problemsOf(draft)).toEqual({})
  expect(problemsOf({ ...draft, name: '  ' })).toHaveProperty('name')
})

test.each([
  ['91', '0', 'lat'],
  ['abc', '0', 'lat'],
  ['0', '181', 'lng'],
  ['31.2', '', 'lng'],
  ['', '121.4', 'lat'],
])('latitude %s and longitude %s: %s is wrong', (lat, lng, field) => {
  expect(Object.keys(problemsOf({ ...draft, lat, lng }))).toEqual([field])
})

test('a place is left out of a new scene and taken back from a known one', () => {
  expect(inputOf(draft, false)).not.toHaveProperty('lat')
  expect(inputOf(draft, true)).toMatchObject({ name: '总部', lat: null, lng: null, main_device_id: null })
  expect(inputOf({ ...draft, lat: '31.2', lng: '121.4' }, false)).toMatchObject({ lat: 31.2, lng: 121.4 })
})
