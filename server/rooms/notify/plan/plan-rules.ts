import { type DutyRota, withDuty } from '../duty/duty-rules.ts'
import type { AlarmSetting } from '@belvedere/contract/rooms/alarm-type/shapes.ts'
import { nextMoment } from '../contact/contact-rules.ts'
import type { IncidentNotice } from './message-text.ts'

/** Seconds for which incidents are collected into one message. */
export const GATHER = 3

export const noticeKind = { opened: 1, worsened: 2, recovered: 3, again: 4, escalated: 5 } as const

/** A contact that may be notified of a scene's alarms. */
export interface Recipient {
  id: number
  /** Its own rule matches the scene, the level and the type. */
  fits: boolean
  named_only: 0 | 1
  recover: 0 | 1
}

export interface PlannedNotification {
  notification_contact_id: number
  kind: 1 | 2 | 5
  seq: number
  due_at: number
  repeat_s: number
}

/** The first recipients: the contacts that the settings name, regardless of their rules; else all whose rules match. */
function hearersOf(hearers: readonly Recipient[], targets: readonly number[]): Recipient[] {
  if (targets.length > 0) return hearers.filter(({ id }) => targets.includes(id))
  return hearers.filter(({ fits, named_only }) => fits && named_only === 0)
}

/** When a notification is sent, given the quiet hours of the settings; undefined: never. */
export function outAt(
  { quiet }: Pick<AlarmSetting, 'quiet'>,
  level: number,
  timeZone: string,
  now: number,
): number | undefined {
  const silent = quiet.filter(({ override_level }) => level > override_level)
  return nextMoment(silent, timeZone, now, false)
}

/** The notifications of a new incident and its escalations; a member of the rota stands for the one on duty at that time. */
export function planOpening(
  { level, since, momentary }: { level: number; since: number; momentary: boolean },
  setting: Pick<AlarmSetting, 'quiet' | 'targets' | 'escalate' | 'repeat_s'>,
  hearers: readonly Recipient[],
  timeZone: string,
  now: number,
  duty?: DutyRota,
): PlannedNotification[] {
  const able = new Set(hearers.map(({ id }) => id))
  const whom = (targets: readonly number[], at: number) =>
    withDuty(
      hearersOf(hearers, targets).map(({ id }) => id),
      duty,
      able,
      at,
    )
  const first = outAt(setting, level, timeZone, now + GATHER)
  const repeat_s = momentary ? 0 : setting.repeat_s
  const opened =
    first === undefined
      ? []
      : whom(setting.targets, first).map((notification_contact_id) => ({
          notification_contact_id,
          kind: noticeKind.opened,
          seq: 0,
          due_at: first,
          repeat_s,
        }))
  const steps = momentary ? [] : setting.escalate
  const escalated = steps.flatMap(({ after_s, targets }, seq) => {
    const due_at = outAt(setting, level, timeZone, Math.max(now, since + after_s))
    if (due_at === undefined) return []
    return whom(targets, due_at).map((notification_contact_id) => ({
      notification_contact_id,
      kind: noticeKind.escalated,
      seq,
      due_at,
      repeat_s: 0,
    }))
  })
  return [...opened, ...escalated]
}

export interface DueNotice {
  id: number
  kind: 1 | 2 | 3 | 4 | 5
  seq: number
  repeat_s: number
  told: IncidentNotice
  /** The state of its alarm: 0 open, 1 solved, 2 ignored. */
  alarm_state: 0 | 1 | 2
  /** It has a note or was acknowledged. */
  judged: boolean
  /** Its incident has ended. */
  over: boolean
  momentary: boolean
}

/** False when the notification is out of date: no opening of an ended incident, no reminder and no escalation of a handled one. */
export function isWorthSaying({
  kind,
  alarm_state,
  judged,
  over,
  momentary,
}: Pick<DueNotice, 'kind' | 'alarm_state' | 'judged' | 'over' | 'momentary'>): boolean {
  if (kind === noticeKind.recovered) return alarm_state !== 2
  if (momentary) return alarm_state !== 2
  if (judged && (kind === noticeKind.again || kind === noticeKind.escalated)) return false
  return !over && alarm_state === 0
}
