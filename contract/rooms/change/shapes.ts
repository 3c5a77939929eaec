import { type Static, Type } from 'typebox'
import { enumOf, Flag, Id, Line, Maybe, Time } from '../../kit/schema.ts'
import { intentLevel } from '../intent/enums.ts'
import { intentKind } from '../../kit/intent/kinds.ts'
import { changePhase, changeReason, changeState, itemState, offlineWay } from './enums.ts'

/** Which intent an edit is about. */
export const EditPlace = {
  level: enumOf(intentLevel),
  /** Scene, device group or device, by level. */
  target_id: Id,
  kind: enumOf(intentKind),
  /** Which one of the kind, see `intentShapes`. */
  key: Line(64),
}

/** How a set is brought to the devices. */
export const ApplyOptions = {
  /** How many devices go first; absent: one of each model, two at most. */
  canary: Type.Optional(Type.Integer({ minimum: 0, maximum: 50 })),
  /** Which devices go first. */
  canary_ids: Type.Optional(Type.Array(Id, { maxItems: 50 })),
  /** Seconds the canary is watched before the others follow. */
  soak: Type.Optional(Type.Integer({ minimum: 0, maximum: 3600, default: 60 })),
  /** Seconds within which a device must be back with its new configuration, else it returns to the former one. */
  confirm: Type.Optional(Type.Integer({ minimum: 15, maximum: 900, default: 120 })),
  /** Percent of the terminals there were before. */
  min_terminals: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, default: 90 })),
  /** Percent of the devices after the canary that may fail before everything returns. */
  failures: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, default: 5 })),
  offline: Type.Optional(enumOf(offlineWay)),
  /** 1: a device that takes only a part of what is wanted keeps that; otherwise it returns, and counts as failed. */
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
  /** Devices it concerns; of a draft, counted when it was edited last. */
  device_cnt: Type.Integer(),
  /** In effect, in part or whole. */
  done_cnt: Type.Integer(),
  partly_cnt: Type.Integer(),
  /** Devices with at least one refusal. */
  refused_cnt: Type.Integer(),
  failed_cnt: Type.Integer(),
  /** Why it returned. */
  reason: Maybe(enumOf(changeReason)),
  /** The set it takes back, and the one that took it back. */
  undo_of: Maybe(Id),
  undone_by: Maybe(Id),
  rev: Type.Integer(),
  created_at: Time,
  started_at: Maybe(Time),
  ended_at: Maybe(Time),
})

/** A wish the configuration was made without, or not as wished, before anything was sent. */
export const RefusedWish = Type.Object({
  /** `kind/key/field`; empty: it is not about one wish. */
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
  /** It returns by itself when it is not confirmed. */
  armed: Flag,
  /** Number of the configuration. */
  uuid: Type.Integer(),
  reason: Maybe(enumOf(changeReason)),
  /** The device's own words. */
  msg: Type.String(),
  /** What it said of the configuration, one by one. */
  lines: Type.Array(
    Type.Object({
      text: Type.String(),
      /** In its own words. */
      said: Type.String(),
      /** Intents it is about: `kind/key/field`. */
      wishes: Type.Array(Type.String()),
      /** 1: what is wanted is not in effect. 0: it is about something else, or a note. */
      rejected: Flag,
    }),
  ),
  refusals: Type.Array(RefusedWish),
  at: Time,
})

/** What goes with devices when they go. */
export const Blast = Type.Object({
  /** Devices that lose their connection although nothing is done to them; the first 200 of `device_cnt`. */
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
  /** 1: some of the devices know no neighbour, so more may be behind them than is said. */
  uncertain: Flag,
  /** Devices it is done to that were not named one by one: of a scene or group, of a plan, of what is repeated. */
  unnamed_cnt: Type.Integer(),
  /** Devices online now that are no longer managed afterwards, and terminals online at them that are no longer monitored. */
  unmanaged_cnt: Type.Integer(),
  unmonitored_cnt: Type.Integer(),
})
export type Blast = Static<typeof Blast>
