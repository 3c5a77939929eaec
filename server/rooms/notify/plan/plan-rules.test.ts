import { describe, expect, test } from 'vitest'
import { GATHER, isWorthSaying, planOpening } from './plan-rules.ts'

const now = 1_795_000_000
const incident = { level: 2 as const, since: now - 60, momentary: false }
const setting = { quiet: [], targets: [], escalate: [], repeat_s: 0 }
const hearers = [
  { id: 1, fits: true, named_only: 0 as const, recover: 1 as const },
  { id: 2, fits: false, named_only: 0 as const, recover: 1 as const },
  { id: 3, fits: true, named_only: 1 as const, recover: 1 as const },
]
const plan = (part = {}, of = incident) =>
  planOpening(of, { ...setting, ...part }, hearers, 'Asia/Shanghai', now).map(
    ({ notification_contact_id, kind, due_at }) => [notification_contact_id, kind, due_at - now],
  )

describe('an opening', () => {
  test('is sent to matching contacts', () => expect(plan()).toEqual([[1, 1, GATHER]]))
  test('is sent to contacts named by the settings, regardless of their rules', () =>
    expect(plan({ targets: [2, 3] })).toEqual([
      [2, 1, GATHER],
      [3, 1, GATHER],
    ]))
  test('escalates step by step', () =>
    expect(
      plan({
        escalate: [
          { after_s: 600, targets: [3] },
          { after_s: 30, targets: [] },
        ],
      }),
    ).toEqual([
      [1, 1, GATHER],
      [3, 5, 540],
      [1, 5, 0],
    ]))
  test('of a momentary alarm does not escalate', () =>
    expect(plan({ escalate: [{ after_s: 600, targets: [3] }] }, { ...incident, momentary: true })).toEqual([
      [1, 1, GATHER],
    ]))
  test('for a rota, is sent to the member on duty at the time of sending', () => {
    const duty = { member_ids: [1, 2], every_days: 1, minute: 0, first_day: '2026-01-01', time_zone: 'UTC' }
    const at = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1000
    const heard = (moment: number) =>
      planOpening(
        { ...incident, since: moment },
        { ...setting, escalate: [{ after_s: 86_400, targets: [2] }] },
        hearers,
        'Asia/Shanghai',
        moment,
        duty,
      ).map(({ notification_contact_id }) => notification_contact_id)
    expect(heard(at('2026-01-01'))).toEqual([1, 2])
    expect(heard(at('2026-01-02'))).toEqual([2, 1])
  })
  test('waits for the end of quiet hours, unless it is severe enough', () => {
    const always = { weekdays: [], minute_from: 0, minute_to: 1440, override_level: 1 as const }
    expect(plan({ quiet: [always] })).toEqual([])
    expect(
      planOpening({ ...incident, level: 1 }, { ...setting, quiet: [always] }, hearers, 'Asia/Shanghai', now),
    ).toHaveLength(1)
  })
})

test.each([
  [{ kind: 1, alarm_state: 0, judged: false, over: false, momentary: false }, true],
  [{ kind: 1, alarm_state: 1, judged: false, over: false, momentary: false }, false],
  [{ kind: 1, alarm_state: 0, judged: false, over: true, momentary: false }, false],
  [{ kind: 1, alarm_state: 1, judged: false, over: true, momentary: true }, true],
  [{ kind: 3, alarm_state: 1, judged: false, over: true, momentary: false }, true],
  [{ kind: 3, alarm_state: 2, judged: false, over: true, momentary: false }, false],
  [{ kind: 5, alarm_state: 0, judged: false, over: false, momentary: false }, true],
  [{ kind: 5, alarm_state: 2, judged: false, over: false, momentary: false }, false],
  [{ kind: 4, alarm_state: 0, judged: true, over: false, momentary: false }, false],
  [{ kind: 5, alarm_state: 0, judged: true, over: false, momentary: false }, false],
  [{ kind: 2, alarm_state: 0, judged: true, over: false, momentary: false }, true],
] as const)('%j is due to be sent: %s', (one, is) => expect(isWorthSaying(one)).toBe(is))
