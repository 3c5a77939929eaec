import { describe, expect, test } from 'vitest'
import type { AlarmContact, ContactProvider } from './contact.ts'
import { draftOf, inputOf, minuteOf, problemsOf } from './contact-draft.ts'

const fields = [
  { key: 'webhook', kind: 'secret' },
  { key: 'keyword', kind: 'text' },
] as ContactProvider['fields']

describe('a robot', () => {
  const draft = { ...draftOf(undefined, 3, 'zh'), name: ' 值班群 ', settings: { webhook: '', keyword: '' } }
  test('sends no secret that was left empty, but a text that was emptied', () =>
    expect(inputOf(draft, undefined, fields)).toMatchObject({ name: '值班群', settings: { keyword: '' }, hours: [] }))
  test('has no address', () => expect(inputOf(draft, undefined, fields)).not.toHaveProperty('address'))
})

describe('hours', () => {
  const limited = { ...draftOf(undefined, 0, 'zh'), limited: true, from: '22:00', to: '00:00' }
  test('midnight at the end is the end of the day', () =>
    expect(inputOf(limited, undefined, []).hours).toEqual([
      { weekdays: [1, 2, 3, 4, 5], minute_from: 1320, minute_to: 1440 },
    ]))
  test('every day is no day', () =>
    expect(inputOf({ ...limited, weekdays: [0, 1, 2, 3, 4, 5, 6] }, undefined, []).hours?.[0]?.weekdays).toEqual([]))
  test('hours that the form does not show are kept', () => {
    const second = { weekdays: [6], minute_from: 0, minute_to: 60 }
    const user = { hours: [{ weekdays: [], minute_from: 0, minute_to: 60 }, second] } as unknown as AlarmContact
    expect(inputOf(limited, user, []).hours?.[1]).toEqual(second)
  })
  test.each([
    ['09:30', 570],
    ['24:00', undefined],
    ['', undefined],
  ])('%s is %s', (text, minute) => expect(minuteOf(text)).toBe(minute))
})

test.each([
  [{ name: '' }, ['name', 'address']],
  [{ name: 'x', address: '1' }, []],
  [{ name: 'x', address: '1', scope: 1 as const }, ['places']],
  [{ name: 'x', address: '1', limited: true, from: '' }, ['from']],
])('%j lacks %j', (part, wrong) =>
  expect(Object.keys(problemsOf({ ...draftOf(undefined, 0, 'zh'), ...part }, undefined))).toEqual(wrong),
)
