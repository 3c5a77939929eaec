import { expect, test } from 'vitest'
import { type DutyRota, onDuty, shiftAt, shiftEnds, withDuty } from './duty-rules.ts'

const week: DutyRota = {
  member_ids: [7, 8, 9],
  every_days: 7,
  minute: 540,
  first_day: '2026-11-23',
  time_zone: 'Asia/Shanghai',
}
const local = (text: string, ahead = 8) => Date.parse(`${text}:00Z`) / 1000 - ahead * 3600
const all = new Set([7, 8, 9])

test.each([
  ['2026-11-23T09:00', 0],
  ['2026-11-30T08:59', 0],
  ['2026-11-30T09:00', 1],
  ['2026-12-14T09:00', 3],
  ['2026-11-23T08:59', -1],
])('at %s it is turn %i', (text, turn) => {
  expect(shiftAt(week, local(text))).toBe(turn)
})

test('one after the other, then the first again', () => {
  const days = ['2026-11-24', '2026-12-01', '2026-12-08', '2026-12-15', '2026-11-22']
  expect(days.map((day) => onDuty(week, all, local(`${day}T12:00`)))).toEqual([7, 8, 9, 7, 9])
})

test('the next one replaces a member who cannot be notified', () => {
  expect(onDuty(week, new Set([9]), local('2026-11-24T12:00'))).toBe(9)
  expect(onDuty(week, new Set(), local('2026-11-24T12:00'))).toBeUndefined()
})

test('a turn ends by the local clock, also when that is set', () => {
  expect(shiftEnds(week, local('2026-11-24T12:00'))).toBe(local('2026-11-30T09:00'))
  const day: DutyRota = { ...week, every_days: 1, first_day: '2026-03-01', time_zone: 'Europe/Berlin' }
  expect(shiftEnds(day, local('2026-03-28T12:00', 1))).toBe(local('2026-03-29T09:00', 2))
})

test.each([
  // 02:30 is skipped in spring: the turn changes when clocks have skipped it
  ['2026-03-28', '2026-03-29T01:00:00Z'],
  // 02:30 comes twice in autumn: the turn changes the first time, and not back again
  ['2026-10-24', '2026-10-25T00:30:00Z'],
])('a turn that begins on %s ends once, although clocks are set', (first_day, ends) => {
  const day: DutyRota = { ...week, every_days: 1, minute: 150, first_day, time_zone: 'Europe/Berlin' }
  const end = Date.parse(ends) / 1000
  expect(shiftEnds(day, end - 3600)).toBe(end)
  const minutes = Array.from({ length: 180 }, (_, n) => end + (n - 60) * 60)
  expect(minutes.map((at) => shiftAt(day, at))).toEqual(minutes.map((at) => (at < end ? 0 : 1)))
})

test('a member stands for the one on duty, other contacts for themselves', () => {
  const at = local('2026-12-01T12:00')
  expect(withDuty([7, 3], week, all, at)).toEqual([8, 3])
  expect(withDuty([7, 8, 9], week, all, at)).toEqual([8])
  expect(withDuty([3], week, all, at)).toEqual([3])
  expect(withDuty([7, 3], undefined, all, at)).toEqual([7, 3])
  expect(withDuty([7, 3], week, new Set([3]), at)).toEqual([3])
})
