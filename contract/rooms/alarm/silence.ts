import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, Flag, Id, IdOrZero, Revision, Time, enumOf } from '../../kit/schema.ts'
import { tableIn, tableOut } from '../../kit/table.ts'
import { silenceKind } from './set-enums.ts'
import { alarmErrors as errors } from './errors.ts'
import { SilenceFields } from './shapes.ts'

const { name: Name, type: AlarmType, key: Key, weekdays: Weekdays, ...Plain } = SilenceFields
const Wish = {
  kind: enumOf(silenceKind),
  name: Name,
  /** Neither scene nor group: every scene of the team. A device: that one, with `below` what is reached through it too. */
  group_id: Type.Optional(Plain.group_id),
  scene_id: Type.Optional(Plain.scene_id),
  device_id: Type.Optional(Plain.device_id),
  below: Type.Optional(Plain.below),
  type: Type.Optional(AlarmType),
  key: Type.Optional(Key),
  from_at: Type.Optional(Plain.from_at),
  to_at: Type.Optional(Plain.to_at),
  weekdays: Type.Optional(Weekdays),
  minute_from: Type.Optional(Plain.minute_from),
  minute_to: Type.Optional(Plain.minute_to),
}

const refusals = [errors.endsBefore, errors.halfHours, errors.onePlace, errors.foreignGroup, errors.unknownType]

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
        /** 1: those that are over too. */
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
        /** It covers what is raised at this moment, by the clock of its scene. */
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
