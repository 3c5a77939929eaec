import { expect, test } from 'vitest'
import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import { effectiveOf, effectiveOver, layersOf, overlay, type StatedIntent, withEdits } from './effective-rules.ts'

const row = (key: string, fields: object, removed = false): StatedIntent => ({
  kind: 'wireless',
  key,
  fields: { ...fields },
  removed,
})
const scene = [row('Guest', { hidden: 1, max_clients: 9 }), row('Staff', { hidden: 0 })]
const group = [row('Guest', { max_clients: 5 })]

test.each<[string, StatedIntent[], object]>([
  ['nothing of its own', [], { Guest: { hidden: 1, max_clients: 5 }, Staff: { hidden: 0 } }],
  ['a field of its own', [row('Guest', { hidden: 0 })], { Guest: { hidden: 0, max_clients: 5 }, Staff: { hidden: 0 } }],
  [
    'a thing of its own',
    [row('Own', { vlan: 7 })],
    { Guest: { hidden: 1, max_clients: 5 }, Own: { vlan: 7 }, Staff: { hidden: 0 } },
  ],
  ['an inherited thing taken away', [row('Guest', {}, true)], { Staff: { hidden: 0 } }],
])('a device with %s', (_, own, wireless) => {
  const above = layersOf(scene, group)
  expect(effectiveOf(overlay(above, own))).toEqual({ wireless })
  expect(effectiveOver(effectiveOf(above), above, own)).toEqual({ wireless })
})

test('an entry removed by a group and added again by a device has only the device’s fields', () => {
  expect(effectiveOf(layersOf(scene, [row('Guest', {}, true)], [row('Guest', { vlan: 3 })])).wireless).toEqual({
    Guest: { vlan: 3 },
    Staff: { hidden: 0 },
  })
})

test('edits replace rows, add them, remove them', () => {
  const edit = (key: string, set: Edit['set'], removed?: 1): Edit => ({
    level: 0,
    target_id: 1,
    kind: 'wireless',
    key,
    set,
    ...(removed ? { removed } : {}),
  })
  expect(
    withEdits(scene, [edit('Guest', { vlan: 1 }), edit('Staff', null), edit('New', {}), edit('Old', null, 1)]),
  ).toEqual([row('Guest', { vlan: 1 }), row('New', {}), row('Old', {}, true)])
})
