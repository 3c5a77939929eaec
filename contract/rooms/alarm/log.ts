import { type Static, Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Flag, Id, IdOrZero, Lines, Maybe, Time, enumOf } from '../../kit/schema.ts'
import { BatchOut, tableIn, tableOut } from '../../kit/table.ts'
import type { Words } from '../../kit/text.ts'
import { alarmLevel } from '../alarm-type/enums.ts'
import { alarmState } from './enums.ts'
import { AlarmTypeId } from '../alarm-type/shapes.ts'

const Chosen = { ids: Type.Array(Id, { minItems: 1, maxItems: 1000 }), note: Type.Optional(Lines(128)) }

export const AlarmRow = Type.Object({
  id: Id,
  type: Type.String(),
  /** Name of the type and description, in the caller's language. */
  title: Type.String(),
  text: Type.String(),
  level: enumOf(alarmLevel),
  state: enumOf(alarmState),
  /** 1: its cause persists. */
  lasting: Flag,
  scene_id: Id,
  scene_name: Type.String(),
  device_id: Id,
  device_name: Type.String(),
  device_type: Type.Integer(),
  sn: Type.String(),
  /** Recurrences within minutes: flapping is one alarm. */
  cnt: Type.Integer(),
  first_at: Time,
  last_at: Time,
  /** When the cause ended; null while it persists. */
  ended_at: Maybe(Time),
  /** Ignored until then; null: for as long as it lasts. */
  ignored_until: Maybe(Time),
  note: Type.String(),
  /** The user who solved or ignored it; empty: it ended automatically. */
  changed_by: Type.String(),
  /** When it was first handled: note, solved or ignored. */
  acknowledged_at: Maybe(Time),
  /** The alarm of an upstream device that explains this one; null: it is a cause itself. */
  parent_id: Maybe(Id),
  cause_name: Type.String(),
  /** Alarms that this one explains. */
  children: Type.Integer(),
})

/** A row of the list in both languages, as live updates bring it. */
export type AlarmRaised = Omit<Static<typeof AlarmRow>, 'title' | 'text'> & { title: Words; text: Words }

export const logCalls = defineCalls({
  list: {
    at: 'GET alarm/log',
    does: { zh: '告警日志', en: 'Alarms, newest first' },
    who: 'alarm.read',
    scene: 'read',
    in: tableIn(
      {
        scene_id: Type.Optional(IdOrZero),
        device_id: Type.Optional(Id),
        type: Type.Optional(AlarmTypeId),
        level: Type.Optional(enumOf(alarmLevel)),
        state: Type.Optional(enumOf(alarmState)),
        /** Alarms that this one explains; without it and without a device only causes are listed. */
        parent_id: Type.Optional(Id),
        /** 1: explained alarms too. */
        all: Type.Optional(Flag),
        from: Type.Optional(Time),
        to: Type.Optional(Time),
      },
      ['id', 'level', 'state', 'type', 'cnt', 'first_at', 'last_at', 'ended_at', 'device_name'],
    ),
    out: tableOut(AlarmRow),
    shows: ['alarm'],
  },
  find: {
    at: 'GET alarm/log/find',
    does: { zh: '查找告警', en: 'Find alarms by title, object or note' },
    who: 'alarm.read',
    scene: 'read',
    in: Type.Object({ search: Lines(128, 1) }),
    /** At most 8 of the latest: open ones first, then by when they were last raised. */
    out: Type.Object({ list: Type.Array(AlarmRow) }),
  },
  count: {
    at: 'GET alarm/log/count',
    does: { zh: '未处理告警数', en: 'Open alarms by level' },
    who: 'alarm.read',
    scene: 'read',
    in: Type.Object({ scene_id: Type.Optional(IdOrZero) }),
    out: Type.Object({ critical: Type.Integer(), warning: Type.Integer(), notice: Type.Integer() }),
    shows: ['alarm'],
  },
  /** Of causes that began since a time; momentary alarms count as raised only. */
  handling: {
    at: 'GET alarm/log/handling',
    does: { zh: '告警处理时效', en: 'Alarm response and recovery times' },
    who: 'alarm.read',
    scene: 'read',
    in: Type.Object({ scene_id: Type.Optional(IdOrZero), from: Time }),
    out: Type.Object({
      raised: Type.Integer(),
      /** Handled while they lasted; mean seconds until then, null: none was. */
      judged: Type.Integer(),
      judged_after: Maybe(Type.Number()),
      /** Ended; mean seconds until then, null: none did. */
      ended: Type.Integer(),
      ended_after: Maybe(Type.Number()),
    }),
    shows: ['alarm'],
  },
  /** Alarms that still last when the time is over are open again. */
  ignore: {
    at: 'POST alarm/log/ignore',
    does: { zh: '忽略告警', en: 'Ignore alarms' },
    who: 'alarm.write',
    scene: 'write',
    in: Type.Object({
      ...Chosen,
      until: Type.Optional(Time),
      /** 1: adds a silence for later alarms of the same type on the same object. */
      object: Type.Optional(Flag),
    }),
    out: BatchOut,
  },
  note: {
    at: 'POST alarm/log/note',
    does: { zh: '备注告警', en: 'Write a note on alarms' },
    who: 'alarm.write',
    scene: 'write',
    in: Type.Object({ ids: Chosen.ids, note: Lines(128) }),
    out: BatchOut,
  },
  /** Alarms that still last are not raised again until their cause has ended and come back. */
  solve: {
    at: 'POST alarm/log/solve',
    does: { zh: '解决告警', en: 'Mark alarms as solved' },
    who: 'alarm.write',
    scene: 'write',
    in: Type.Object(Chosen),
    out: BatchOut,
  },
  clear: {
    at: 'POST alarm/log/clear',
    does: { zh: '清除告警', en: 'Remove alarms that are over from the log' },
    who: 'alarm.write',
    scene: 'own',
    in: Type.Object({ ids: Chosen.ids }),
    out: BatchOut,
  },
})
