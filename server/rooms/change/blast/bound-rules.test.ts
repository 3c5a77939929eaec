import { expect, test } from 'vitest'
import type { Blast } from '@belvedere/contract/rooms/change/shapes.ts'
import { isAboveBound, MOST_UNASKED } from './bound-rules.ts'

const nothing: Blast = {
  devices: [],
  device_cnt: 0,
  ap_cnt: 0,
  switch_cnt: 0,
  terminal_cnt: 0,
  scene_cnt: 0,
  own_path: 'no',
  uncertain: 0,
  unnamed_cnt: 0,
  unmanaged_cnt: 0,
  unmonitored_cnt: 0,
}

test.each<[string, Partial<Blast>, boolean]>([
  ['a device with nothing behind it', { terminal_cnt: 400, uncertain: 1 }, false],
  ['the only device of a scene', { scene_cnt: 1 }, false],
  ['a gateway with a device behind it', { scene_cnt: 1, device_cnt: 1 }, true],
  ['a switch with a few access points', { device_cnt: MOST_UNASKED }, false],
  ['a switch with many', { device_cnt: MOST_UNASKED + 1 }, true],
  ['the own connection, perhaps', { own_path: 'maybe' }, false],
  ['the own connection', { own_path: 'yes' }, true],
  ['the devices of a few scenes, each alone in it', { scene_cnt: 3, unnamed_cnt: 3 }, false],
  ['a whole scene that was chosen as one', { scene_cnt: 1, unnamed_cnt: 2 }, true],
  ['a few devices that were not named', { unnamed_cnt: MOST_UNASKED }, false],
  ['many devices that were not named', { unnamed_cnt: MOST_UNASKED + 1 }, true],
  ['a few devices released', { unmanaged_cnt: MOST_UNASKED }, false],
  ['many devices released', { unmanaged_cnt: MOST_UNASKED + 1 }, true],
])('%s', (_, more, above) => {
  expect(isAboveBound({ ...nothing, ...more })).toBe(above)
})
