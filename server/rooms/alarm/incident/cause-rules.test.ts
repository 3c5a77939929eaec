import { expect, test } from 'vitest'
import { type CauseAlarm, underCauses } from './cause-rules.ts'

/** 1 the gateway, 2 a switch below it, 3 and 4 access points below that. */
const ways: Readonly<Record<number, number[]>> = { 1: [], 2: [1], 3: [2, 1], 4: [2, 1], 9: [] }
const pairs = (...all: [id: number, device_id: number, type: string, key?: string][]) => {
  const links = all.map(([id, device_id, type, key = '']): CauseAlarm => ({ id, device_id, type: `dev_${type}`, key }))
  return underCauses(links, (device) => ways[device] ?? []).map(({ id, parent_id }) => [id, parent_id])
}

test.each([
  [
    'loss and delay of a line that is down',
    pairs([1, 1, 'wan_disconnect', 'WAN'], [2, 1, 'net_delay', 'WAN'], [3, 1, 'net_pkg_loss', 'WAN']),
    [
      [2, 1],
      [3, 1],
    ],
  ],
  ['of another line', pairs([1, 1, 'wan_disconnect', 'WAN'], [2, 1, 'net_delay', 'WAN2']), []],
  ['the way to the platform', pairs([1, 1, 'wan_disconnect', 'WAN'], [2, 1, 'net_delay']), [[2, 1]]],
  ['a line that is full', pairs([1, 1, 'wan_full', 'WAN'], [2, 1, 'net_pkg_loss', 'WAN']), [[2, 1]]],
  ['a full line behind a full line', pairs([1, 1, 'wan_full', 'WAN'], [2, 2, 'wan_full', 'WAN']), []],
  ['delay by loss', pairs([5, 1, 'net_pkg_loss', 'WAN'], [2, 1, 'net_delay', 'WAN']), [[2, 5]]],
  [
    'devices behind the line',
    pairs([1, 3, 'net_delay'], [2, 4, 'net_delay'], [3, 1, 'wan_full', 'WAN']),
    [
      [1, 3],
      [2, 3],
    ],
  ],
  [
    'devices behind a device with the same',
    pairs([1, 3, 'net_delay'], [2, 2, 'net_delay'], [3, 1, 'net_delay']),
    [
      [1, 3],
      [2, 3],
    ],
  ],
  [
    'what hangs on what hangs',
    pairs([1, 3, 'net_delay'], [2, 1, 'net_delay', 'WAN'], [3, 1, 'wan_disconnect', 'WAN']),
    [
      [1, 3],
      [2, 3],
    ],
  ],
  ['loss is not explained by delay', pairs([1, 1, 'net_delay'], [2, 3, 'net_pkg_loss']), []],
  [
    'of two devices that have nothing to do with each other',
    pairs([1, 9, 'wan_disconnect', 'WAN'], [2, 3, 'net_delay']),
    [],
  ],
])('%s', (_, found, wanted) => {
  expect(found).toEqual(wanted)
})
