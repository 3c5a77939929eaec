import { describe, expect, test } from 'vitest'
import { isWithin, maskWebhook, mayNotify, nextMoment } from './contact-rules.ts'

const at = (text: string) => Date.parse(text) / 1000
const work = [{ weekdays: [1, 2, 3, 4, 5], minute_from: 9 * 60, minute_to: 18 * 60 }]
const night = [{ weekdays: [5], minute_from: 22 * 60, minute_to: 6 * 60 }]
const zone = 'Asia/Shanghai'

describe('hours', () => {
  // 2026-11-20 is a Friday
  test.each([
    [work, '2026-11-20T09:00:00+08:00', true],
    [work, '2026-11-20T08:59:59+08:00', false],
    [work, '2026-11-20T18:00:00+08:00', false],
    [work, '2026-11-21T10:00:00+08:00', false],
    [night, '2026-11-20T23:00:00+08:00', true],
    [night, '2026-11-21T05:59:00+08:00', true],
    [night, '2026-11-21T23:00:00+08:00', false],
    [night, '2026-11-20T05:00:00+08:00', false],
    [[{ weekdays: [], minute_from: 0, minute_to: 1440 }], '2026-11-21T23:59:00+08:00', true],
  ])('%j at %s: %s', (hours, moment, is) => expect(isWithin(hours, zone, at(moment))).toBe(is))

  test.each([
    [work, '2026-11-20T20:00:00+08:00', true, '2026-11-23T09:00:00+08:00'],
    [work, '2026-11-20T10:00:30+08:00', true, '2026-11-20T10:00:30+08:00'],
    [night, '2026-11-21T01:00:00+08:00', false, '2026-11-21T06:00:00+08:00'],
  ])('%j after %s (%s) is %s', (hours, from, within, next) =>
    expect(nextMoment(hours, zone, at(from), within)).toBe(at(next)),
  )
  test('hours that never begin are never', () =>
    expect(nextMoment([{ weekdays: [], minute_from: 60, minute_to: 60 }], zone, 0, true)).toBeUndefined())
})

describe('recipients', () => {
  const rule = { hours: work, outside_hours: 0 as const, override_level: 0, time_zone: zone }
  const evening = at('2026-11-20T20:00:00+08:00')
  test('at any time without hours', () => expect(mayNotify({ ...rule, hours: [] }, 3, evening)).toBe('now'))
  test('not outside of them', () => expect(mayNotify(rule, 1, evening)).toBe('never'))
  test('an alarm that is severe enough anyway', () => {
    expect(mayNotify({ ...rule, override_level: 1 }, 1, evening)).toBe('now')
    expect(mayNotify({ ...rule, override_level: 1 }, 2, evening)).toBe('never')
  })
  test('when they begin', () =>
    expect(mayNotify({ ...rule, outside_hours: 1 }, 2, evening)).toEqual({ at: at('2026-11-23T09:00:00+08:00') }))
})

test('of a secret address its host and end are displayed', () => {
  expect(maskWebhook('https://oapi.dingtalk.com/robot/send?access_token=0123456789abcdef')).toBe(
    'oapi.dingtalk.com …cdef',
  )
  expect(maskWebhook('nonsense')).toBe('')
})
