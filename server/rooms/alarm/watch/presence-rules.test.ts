import { expect, test } from 'vitest'
import { type AbsentDevice, evaluateAbsence, underRoots } from './presence-rules.ts'

const setting = { enabled: 1 as const, level: 1 as const, duration_s: 60 }
const NOW = 10_000
const gone = (device_id: number, away: number, alarm_id: number | null = null): AbsentDevice => ({
  device_id,
  scene_id: 1,
  since: NOW - away,
  alarm_id,
})
/** 1 ← 2 ← 3 ← 4, and 5 beside 3 below 2. */
const places = new Map([
  [1, { above: [] }],
  [2, { above: [1] }],
  [3, { above: [2, 1] }],
  [4, { above: [3, 2, 1] }],
  [5, { above: [2, 1] }],
])
const judge = (list: AbsentDevice[]) => evaluateAbsence(list, places, NOW, 10, () => setting)
const ids = (list: AbsentDevice[]) => judge(list).rises.map(({ device_id }) => device_id)

test.each<[string, AbsentDevice[], number[]]>([
  ['one that is away is waited for', [gone(3, 59)], []],
  ['and raised when its time is over', [gone(3, 60)], [3]],
  ['two in a line are certain after ten seconds', [gone(2, 10), gone(3, 10)], [2, 3]],
  ['and not before', [gone(2, 9), gone(3, 9)], []],
  ['two beside each other are not', [gone(3, 30), gone(5, 30)], []],
  ['what is due below raises what is above', [gone(2, 5), gone(3, 61)], [2, 3]],
  ['what joins a known outage is raised soon', [gone(2, 100, 7), gone(3, 10)], [3]],
  ['but not at once', [gone(2, 100, 7), gone(3, 9)], []],
])('%s', (_, list, expected) => {
  expect(ids(list)).toEqual(expected)
})

test('the highest that is offline without interruption explains those below', () => {
  const list = [gone(2, 30), gone(3, 30), gone(4, 30), gone(5, 30)]
  const judged = judge(list)
  expect([...judged.roots]).toEqual([
    [2, 2],
    [3, 2],
    [4, 2],
    [5, 2],
  ])
  const raised = judged.rises.map(({ device_id }) => ({ id: device_id * 10, device_id }))
  expect(underRoots(judged, list, raised)).toEqual([
    { id: 30, parent_id: 20 },
    { id: 40, parent_id: 20 },
    { id: 50, parent_id: 20 },
  ])
})

test('one that is online in between breaks the chain', () => {
  expect(judge([gone(2, 30), gone(4, 30)]).roots.get(4)).toBe(4)
})

test('a scene with the alarm turned off has none', () => {
  expect(evaluateAbsence([gone(2, 99)], places, NOW, 10, () => ({ ...setting, enabled: 0 })).rises).toEqual([])
})
