import { expect, test } from 'vitest'
import { emptyDraft, inputOf, numberIn } from './campaign-draft.ts'

test.each([
  ['soak', '', 0],
  ['soak', '90', 90],
  ['canary', '99', 10],
  ['most', '0', 1],
  ['fail_percent', 'x', 1],
  ['back', '-4', 1],
] as const)('%s %j is %d', (field, text, number) => expect(numberIn(field, text)).toBe(number))

test('devices chosen in a list count before a scene', () => {
  const draft = { ...emptyDraft([3]), scene_id: 7, name: ' Night ' }
  expect(inputOf(draft, undefined)).toMatchObject({ firmware_ids: [3], scene_id: 7, name: 'Night', halt_on_lost: 1 })
  expect(inputOf(draft, [1, 2])).toMatchObject({ ids: [1, 2] })
  expect(inputOf(draft, [1, 2])).not.toHaveProperty('scene_id')
})

test('hours and start are sent only if they are enabled', () => {
  const draft = emptyDraft([3])
  expect(inputOf(draft, undefined)).not.toHaveProperty('window_from')
  expect(inputOf({ ...draft, window: true, start: '2030-01-01T02:00' }, undefined)).toMatchObject({
    window_from: '01:00',
    start_at: new Date('2030-01-01T02:00').getTime() / 1000,
  })
})
