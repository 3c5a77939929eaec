import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Id, Int, Line, Maybe, Time } from '../../kit/schema.ts'
import { dutyErrors as errors } from './duty-errors.ts'
import { userErrors } from './user-errors.ts'

/** Who is on duty, in turns. */
const Rota = {
  /** Contacts and robots in the order of their turns; empty: there is no rota. */
  member_ids: Type.Array(Id, { maxItems: 50, uniqueItems: true }),
  /** Days of a turn. */
  every_days: Int({ minimum: 1, maximum: 28 }),
  /** Minute of the day at which a turn ends and the next begins, by the clock of `time_zone`. */
  minute: Int({ minimum: 0, maximum: 1439 }),
  /** On which the first turn begins: 2026-11-23. */
  first_day: Type.String({ pattern: '^20\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' }),
  time_zone: Line(64, 1),
}
const Person = Type.Object({ id: Id, name: Type.String() })

export const dutyCalls = defineCalls({
  show: {
    at: 'GET alarm/duty',
    does: { zh: '告警值班表', en: 'On-call rota for alarms' },
    who: 'alarm.read',
    scene: 'none',
    in: Type.Object({}),
    out: Type.Object({
      ...Rota,
      /** 0: there is no rota. */
      rev: Int({ minimum: 0 }),
      members: Type.Array(Person),
      /** null: no member can be notified. */
      now: Maybe(Person),
      next: Maybe(Person),
      next_at: Maybe(Time),
      changed_by: Type.String(),
    }),
    shows: ['alarm-user'],
  },
  set: {
    at: 'PUT alarm/duty',
    does: { zh: '设置告警值班表', en: 'Set the on-call rota for alarms' },
    who: 'alarm.write',
    scene: 'none',
    in: Type.Object({ ...Rota, rev: Int({ minimum: 0 }) }),
    out: Type.Object({ rev: Int({ minimum: 1 }) }),
    errors: [errors.noSuchContact, userErrors.unknownTimeZone],
  },
})
