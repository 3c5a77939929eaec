import { Type } from 'typebox'
import { Flag, Id, IdOrZero, Line, Lines, Maybe, Time, enumOf } from '../../kit/schema.ts'
import { deviceType } from '../device/enums.ts'
import { campaignPhase, campaignState, firmwareChannel, firmwareFormat, upgradeReason, upgradeStep } from './enums.ts'

/** One image of the library. */
export const FirmwareRow = Type.Object({
  id: Id,
  vendor: Type.String(),
  /** Models it fits, as the image or a person names them. */
  models: Type.Array(Type.String()),
  version: Type.String(),
  /** The oldest version it may be installed over; empty: any. */
  min_version: Type.String(),
  channel: enumOf(firmwareChannel),
  notes_zh: Type.String(),
  notes_en: Type.String(),
  format: enumOf(firmwareFormat),
  filename: Type.String(),
  bytes: Type.Integer(),
  sha256: Type.String(),
  /** Name of the trusted key its signature is of; empty: not signed. */
  signed_by: Type.String(),
  /** Comes with the product. */
  built_in: Flag,
  /** 0: models or version are still to be told; it cannot be used before. */
  ready: Flag,
  /** Devices one sees that it fits, those that run it, and those that run something older. */
  fitting: Type.Integer(),
  running: Type.Integer(),
  behind: Type.Integer(),
  uploaded_by: Type.String(),
  created_at: Time,
  rev: Type.Integer(),
})

/** What a person may tell of an image. */
export const firmwareFields = {
  vendor: Type.Optional(Line(64)),
  models: Type.Optional(Type.Array(Line(64, 1), { maxItems: 64 })),
  version: Type.Optional(Lines(64)),
  min_version: Type.Optional(Line(64)),
  channel: Type.Optional(enumOf(firmwareChannel)),
  notes_zh: Type.Optional(Lines(4000)),
  notes_en: Type.Optional(Lines(4000)),
}

const Hour = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })

/** How a campaign goes about it. */
export const campaignOptions = {
  /** Devices of each model that go first, alone. */
  canary: Type.Optional(Type.Integer({ minimum: 0, maximum: 10, default: 1 })),
  /** Minutes the first devices are watched before the others follow. */
  soak: Type.Optional(Type.Integer({ minimum: 0, maximum: 1440, default: 10 })),
  /** Devices of one wave at most. */
  most: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 50 })),
  /** Pauses when more than this share of those that ended failed. */
  fail_percent: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 5 })),
  /** 1: pauses as soon as one device did not come back. */
  halt_on_lost: Type.Optional(Flag),
  /** 1: a configuration is kept first, where the device can and none of the last day is there. */
  backup: Type.Optional(Flag),
  /** 1: devices come back without their configuration; certificates and gateway they keep in any case. */
  clean: Type.Optional(Flag),
  /** Minutes a device has to come back. */
  back: Type.Optional(Type.Integer({ minimum: 1, maximum: 120, default: 10 })),
  start_at: Type.Optional(Time),
  /** Only between these hours, in the time zone of each scene; both or none. */
  window_from: Type.Optional(Hour),
  window_to: Type.Optional(Hour),
}

/** Which devices: by id, or all of a scene (0: of every scene). */
export const campaignScope = {
  firmware_ids: Type.Array(Id, { minItems: 1, maxItems: 50 }),
  ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 10_000 })),
  scene_id: Type.Optional(IdOrZero),
}

export const CampaignCounts = Type.Object({
  total: Type.Integer(),
  done: Type.Integer(),
  failed: Type.Integer(),
  lost: Type.Integer(),
  active: Type.Integer(),
  waiting: Type.Integer(),
  /** Of those that wait. */
  offline: Type.Integer(),
  cancelled: Type.Integer(),
})

export const CampaignRow = Type.Object({
  id: Id,
  name: Type.String(),
  state: enumOf(campaignState),
  phase: enumOf(campaignPhase),
  /** Why it paused. */
  reason: Maybe(enumOf(upgradeReason)),
  /** The campaign whose devices this one takes back. */
  undoes: Maybe(Id),
  versions: Type.Array(Type.String()),
  wave: Type.Integer(),
  waves: Type.Integer(),
  counts: CampaignCounts,
  operator: Type.String(),
  /** 1: a guest's, in scenes of the caller's team: it can be ended, not made to go on. */
  guest: Flag,
  task_id: Id,
  created_at: Time,
  ended_at: Maybe(Time),
})

export const CampaignDevice = Type.Object({
  id: Id,
  sn: Type.String(),
  name: Type.String(),
  type: enumOf(deviceType),
  model: Type.String(),
  scene_id: Id,
  wave: Type.Integer(),
  canary: Flag,
  online: Flag,
  step: enumOf(upgradeStep),
  reason: Maybe(enumOf(upgradeReason)),
  /** The device's own words. */
  msg: Type.String(),
  from_version: Type.String(),
  to_version: Type.String(),
  /** Of its present step. */
  since: Time,
})
