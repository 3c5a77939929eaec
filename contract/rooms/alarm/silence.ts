import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, Flag, Id, IdOrZero, Label, Line, Revision, Time, enumOf } from '../../kit/schema.ts'
import { tableIn, tableOut } from '../../kit/table.ts'
import { silenceKind } from './incident-enums.ts'
import { alarmTypeErrors } from '../alarm-type/errors.ts'
import { alarmErrors as errors } from './errors.ts'

/** 0 Sunday … 6 Saturday; empty: every day. */
const Weekdays = Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), { maxItems: 7 })
const orNull = (minimum: number, maximum: number) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum, maximum })
/** 0: none. */
const IdOrNone = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })

const SilenceFields = {
  name: Label(64),
  group_id: IdOrNone,
  scene_id: IdOrNone,
  device_id: IdOrNone,
  below: Flag,
  /** '': any. */
  type: Type.String({ pattern: '^([a-z][a-z0-9_]{1,31})?$' }),
  key: Line(64),
  from_at: Time,
  /** null: until it is removed. */
  to_at: orNull(0, Number.MAX_SAFE_INTEGER),
  weekdays: Weekdays,
  minute_from: orNull(0, 1440),
  minute_to: orNull(0, 1440),
}

const { name: Name, type: AlarmType, key: Key, ...Plain } = SilenceFields
const Wish = {
  kind: enumOf(silenceKind),
  name: Name,
  /** Neither scene nor group: every scene of the team. A device: that one, with `below` the devices downstream of it too. */
  group_id: Type.Optional(Plain.group_id),
  scene_id: Type.Optional(Plain.scene_id),
  device_id: Type.Optional(Plain.device_id),
  below: Type.Optional(Plain.below),
  type: Type.Optional(AlarmType),
  key: Type.Optional(Key),
  from_at: Type.Optional(Plain.from_at),
  to_at: Type.Optional(Plain.to_at),
  weekdays: Type.Optional(Plain.weekdays),
  minute_from: Type.Optional(Plain.minute_from),
  minute_to: Type.Optional(Plain.minute_to),
}

const { onePlace, foreignGroup, unknownType } = alarmTypeErrors
const refusals = [errors.endsBefore, errors.halfHours, onePlace, foreignGroup, unknownType]

export const silenceCalls = defineCalls({
  list: {
    at: 'GET alarm/silence',
    does: { zh: '静默与维护窗口', en: 'Silences and maintenance windows, active ones first' },
    who: 'alarm.read',
    scene: 'read',
    in: tableIn(
      {
        scene_id: Type.Optional(IdOrZero),
        kind: Type.Optional(enumOf(silenceKind)),
        /** 1: ended ones too. */
        over: Type.Optional(Flag),
      },
      ['id', 'name', 'from_at', 'to_at', 'updated_at'],
    ),
    out: tableOut(
      Type.Object({
        id: Id,
        rev: Type.Integer(),
        kind: enumOf(silenceKind),
        ...SilenceFields,
        name: Type.String(),
        type: Type.String(),
        key: Type.String(),
        group_name: Type.String(),
        scene_name: Type.String(),
        device_name: Type.String(),
        /** Name of the type; empty: any. */
        type_name: Type.String(),
        /** 1: in force now, by the clock of its scene. */
        holds: Flag,
        created_at: Time,
        updated_at: Time,
        changed_by: Type.String(),
      }),
    ),
    shows: ['alarm-silence'],
  },
  add: {
    at: 'POST alarm/silence',
    does: { zh: '添加静默或维护窗口', en: 'Add a silence or maintenance window' },
    who: 'alarm.write',
    scene: 'write',
    in: Type.Object(Wish),
    out: Type.Object({ id: Id, rev: Type.Integer() }),
    errors: refusals,
  },
  change: {
    at: 'PUT alarm/silence',
    does: { zh: '修改静默或维护窗口', en: 'Change a silence or maintenance window' },
    who: 'alarm.write',
    scene: 'write',
    in: Type.Object({ id: Id, rev: Revision, ...Wish }),
    out: Type.Object({ rev: Type.Integer() }),
    errors: refusals,
  },
  remove: {
    at: 'DELETE alarm/silence',
    does: { zh: '删除静默或维护窗口', en: 'Remove a silence or maintenance window; its continuing alarms open again' },
    who: 'alarm.write',
    scene: 'write',
    undoable: true,
    in: Type.Object({ id: Id }),
    out: Empty,
  },
})
