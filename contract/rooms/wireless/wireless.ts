import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { enumOf, Flag, Id, Line } from '../../kit/schema.ts'
import { changeErrors } from '../change/errors.ts'
import { RefusedIntent } from '../change/shapes.ts'
import { radioBand } from '../intent/enums.ts'
import { intentErrors } from '../intent/errors.ts'
import { intentShapes } from '../intent/shapes.ts'
import { wirelessErrors as errors } from './errors.ts'

/** Access points one wizard configures; a whole scene is stated as such. */
export const mostAps = 500

/** A network of the set: its fields, or `remove` 1. `password` and `radius_secret` left out stay as they are. */
const Network = Type.Object({
  /** Name of the network among the intents, and its SSID unless `ssid` says another. */
  key: Line(32, 1),
  remove: Type.Optional(Flag),
  ...intentShapes.wireless.properties,
})

const Radio = Type.Object({ band: enumOf(radioBand), ...intentShapes.radio.properties })

const Hunk = Type.Object({
  before: Type.Integer(),
  after: Type.Integer(),
  lines: Type.Array(
    Type.Object({
      mark: Type.Unsafe<' ' | '-' | '+'>({ type: 'string', enum: [' ', '-', '+'] }),
      text: Type.String(),
    }),
  ),
})

const Looked = Type.Object({
  id: Id,
  name: Type.String(),
  model: Type.String(),
  online: Flag,
  /** 1: its configuration becomes another. */
  changed: Flag,
  added: Type.Integer(),
  removed: Type.Integer(),
  /** The first differences in the device's own terms, secrets masked. */
  hunks: Type.Array(Hunk),
  /** What it cannot do, and what is used instead; in the caller's language. */
  refusals: Type.Array(RefusedIntent),
  /** Why nothing is stated for it; '' when it takes part. */
  skipped: Type.String(),
})

export const wirelessCalls = defineCalls({
  /**
   * States wireless networks and radios for access points. With `test` 1 it tells what each would become and does nothing; else
   * the edits land in the caller's draft (`GET change/open`), where they are reviewed and applied like any change.
   */
  batch: {
    at: 'POST device/batch/wireless',
    does: { zh: '批量配置无线', en: 'Configure the Wi-Fi of many access points' },
    who: 'change.write',
    scene: 'write',
    in: Type.Object({
      ids: Type.Array(Id, { minItems: 1, maxItems: mostAps }),
      /** Stated for this scene instead: every device of it, and those to come. `ids` are then what is looked at. */
      scene_id: Type.Optional(Id),
      networks: Type.Optional(Type.Array(Network, { maxItems: 16 })),
      radios: Type.Optional(Type.Array(Radio, { maxItems: 3 })),
      test: Type.Optional(Flag),
    }),
    out: Type.Object({
      total_cnt: Type.Integer(),
      /** Left out. */
      err_cnt: Type.Integer(),
      changed_cnt: Type.Integer(),
      /** Those left out first, then those refused something. */
      list: Type.Array(Looked),
      /** Number of the draft the edits are in; 0 while testing. */
      draft_id: Type.Integer(),
    }),
    errors: [errors.wifiNothing, errors.wifiWrong, changeErrors.tooMany, intentErrors.badTarget, intentErrors.badKey],
    audit: false,
  },
})
