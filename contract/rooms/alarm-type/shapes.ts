import { type Static, Type } from 'typebox'
import { Flag, Id, Maybe, enumOf } from '../../kit/schema.ts'
import { alarmLevel } from './enums.ts'

/** Id of a type: an open list; `alarm/type` lists those of this server. */
export const AlarmTypeId = Type.String({ pattern: '^[a-z][a-z0-9_]{1,31}$' })

const Minute = Type.Integer({ minimum: 0, maximum: 1440 })
/** 0 Sunday … 6 Saturday; empty: every day. */
const Weekdays = Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), { maxItems: 7 })

/** Hours, by the clock of the scene, in which messages wait; alarms of the level `override_level` and of more severe ones are sent at once. */
export const QuietHours = Type.Object({
  weekdays: Weekdays,
  minute_from: Minute,
  /** Before `minute_from`: over midnight. */
  minute_to: Minute,
  /** 0: nothing is sent. */
  override_level: Type.Integer({ minimum: 0, maximum: 2 }),
})

/** Ids of the contacts that are notified; empty: all contacts of the scene. */
const Targets = Type.Array(Id, { maxItems: 100 })

/** Who else is notified while the alarm is not acknowledged. */
export const EscalationStep = Type.Object({
  after_s: Type.Integer({ minimum: 60, maximum: 604_800 }),
  targets: Targets,
})

export const Threshold = Type.Number({ minimum: 0, maximum: 1_000_000 })

/** When alarms of a type are raised and who is notified. */
export const AlarmFields = {
  enabled: Flag,
  level: enumOf(alarmLevel),
  /** In the unit of the type; null: the type has none. */
  threshold: Maybe(Threshold),
  /** Seconds the condition must last. */
  duration_s: Type.Integer({ minimum: 0, maximum: 86_400 }),
  notify_recover: Flag,
  /** Seconds after which a lasting alarm is notified again; 0: never. */
  repeat_s: Type.Integer({ minimum: 0, maximum: 604_800 }),
  quiet: Type.Array(QuietHours, { maxItems: 8 }),
  targets: Targets,
  escalate: Type.Array(EscalationStep, { maxItems: 5 }),
}

const Fields = Type.Object(AlarmFields)
export type AlarmSetting = Static<typeof Fields>
export type AlarmField = keyof AlarmSetting

/** Level of a setting: all scenes, a group of scenes, one scene. Both absent: all scenes. */
export const ConfigPlace = {
  group_id: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  scene_id: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
}
