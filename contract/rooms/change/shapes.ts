import { type Static, Type } from 'typebox'
import { enumOf, Flag, Id, Line, Maybe, Time } from '../../kit/schema.ts'
import { intentLevel } from '../intent/enums.ts'
import { intentKind } from '../../kit/intent/kinds.ts'
import { changePhase, changeReason, changeState, itemState, offlinePolicy } from './enums.ts'

/** The intent of an edit. */
export const EditPlace = {
  level: enumOf(intentLevel),
  /** Scene, device group or device, by level. */
  target_id: Id,
  kind: enumOf(intentKind),
  /** Key within the kind, see `intentShapes`. */
  key: Line(64),
}

/** Options of applying a set. */
export const ApplyOptions = {
  /** How many devices go first; absent: one of each model, two at most. */
  canary: Type.Optional(Type.Integer({ minimum: 0, maximum: 50 })),
  /** Which devices go first. */
  canary_ids: Type.Optional(Type.Array(Id, { maxItems: 50 })),
  /** Seconds for which the canary is observed before the others follow. */
  soak: Type.Optional(Type.Integer({ minimum: 0, maximum: 3600, default: 60 })),
  /** Seconds within which a device must reconnect with its new configuration, else it returns to the former one. */
  confirm: Type.Optional(Type.Integer({ minimum: 15, maximum: 900, default: 120 })),
  /** Percent of the former number of terminals. */
  min_terminals: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, default: 90 })),
  /** Percent of the devices after the canary that may fail before everything returns. */
  failures: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, default: 5 })),
  offline: Type.Optional(enumOf(offlinePolicy)),
  /** 1: a device that accepts only a part of the configuration keeps that; otherwise it returns, and counts as failed. */
  keep_partial: Type.Optional(Flag),
}

/** A change set as lists show it. */
export const ChangeRow = Type.Object({
  id: Id,
  name: Type.String(),
  state: enumOf(changeState),
  phase: enumOf(changePhase),
  operator: Type.String(),
  edit_cnt: Type.Integer(),
  /** Affected devices; of a draft, counted at the last edit. */
  device_cnt: Type.Integer(),
  /** In effect, in part or whole. */
  done_cnt: Type.Integer(),
  partly_cnt: Type.Integer(),
  /** Devices with at least one refusal. */
  refused_cnt: Type.Integer(),
  failed_cnt: Type.Integer(),
  /** Why it returned. */
  reason: Maybe(enumOf(changeReason)),
  /** The set that it undoes, and the one that undid it. */
  undo_of: Maybe(Id),
  undone_by: Maybe(Id),
  rev: Type.Integer(),
  created_at: Time,
  started_at: Maybe(Time),
  ended_at: Maybe(Time),
})

/** A setting that was omitted or changed on compiling. */
export const RefusedIntent = Type.Object({
  /** `kind/key/field`; empty: not about one setting. */
  intent: Type.String(),
  reason: Type.String(),
  /** What is used instead. */
  instead: Type.Optional(Type.String()),
})

export const ItemRow = Type.Object({
  /** Of the device. */
  id: Id,
  sn: Type.String(),
  name: Type.String(),
  scene_id: Id,
  /** 0 the canary, then by wave. */
  wave: Type.Integer(),
  state: enumOf(itemState),
  /** It returns automatically when it is not confirmed. */
  armed: Flag,
  /** Number of the configuration. */
  uuid: Type.Integer(),
  reason: Maybe(enumOf(changeReason)),
  /** The device's own words. */
  msg: Type.String(),
  /** Its remarks about the configuration. */
  lines: Type.Array(
    Type.Object({
      text: Type.String(),
      /** Its own text. */
      said: Type.String(),
      /** Intents it is about: `kind/key/field`. */
      wishes: Type.Array(Type.String()),
      /** 1: the setting is not in effect. 0: another subject, or a note. */
      rejected: Flag,
    }),
  ),
  refusals: Type.Array(RefusedIntent),
  at: Time,
})

/** The blast radius of devices. */
export const Blast = Type.Object({
  /** Other devices that lose their connection; the first 200 of `device_cnt`. */
  devices: Type.Array(Type.Object({ id: Id, name: Type.String(), type: Type.Integer(), scene_id: Id })),
  device_cnt: Type.Integer(),
  /** Among them by kind: access points, switches. */
  ap_cnt: Type.Integer(),
  switch_cnt: Type.Integer(),
  /** Terminals online now that lose theirs, of the devices themselves included. */
  terminal_cnt: Type.Integer(),
  /** Scenes that lose every line to the internet. */
  scene_cnt: Type.Integer(),
  own_path: Type.Unsafe<'no' | 'maybe' | 'yes'>({ type: 'string', enum: ['no', 'maybe', 'yes'] }),
  /** 1: some of the devices know no neighbour, so the real radius may be larger. */
  uncertain: Flag,
  /** Devices that were not selected individually: of a scene or group, of a plan, of a repeated task. */
  unnamed_cnt: Type.Integer(),
  /** Devices online now that are no longer managed afterwards, and terminals online at them that are no longer monitored. */
  unmanaged_cnt: Type.Integer(),
  unmonitored_cnt: Type.Integer(),
})
export type Blast = Static<typeof Blast>
