import { type Static, Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { enumOf, Flag, Id, Maybe, Time } from '../../kit/schema.ts'
import { tableIn, tableOut } from '../../kit/table.ts'
import { changeState } from '../change/enums.ts'
import { changeErrors } from '../change/errors.ts'
import { Confirmed, confirmErrors } from '../../kit/confirm.ts'
import { radioBand } from '../intent/enums.ts'
import { optimizeErrors as errors } from './errors.ts'
import { runSource } from '../patrol/enums.ts'
import { Clock, Weekday, Weekdays } from '../../kit/clock.ts'

const Scene = { scene_id: Id }
const Channel = Type.Integer({ minimum: 1, maximum: 233 })
const Width = Type.Integer({ minimum: 20, maximum: 320 })
const Power = Maybe(Type.Integer({ minimum: 0, maximum: 30 }))

/** What a plan may do. */
const How = {
  bands: Type.Optional(Type.Array(enumOf(radioBand), { minItems: 1, maxItems: 3, uniqueItems: true })),
  /** Points of interference a move must save. */
  threshold: Type.Optional(Type.Integer({ minimum: 0, maximum: 50, default: 5 })),
  /** 1: channels where radar has the right of way may be chosen. */
  dfs: Type.Optional(Flag),
  /** 1: wide channels may become narrower; 1: power may be changed. */
  width: Type.Optional(Flag),
  power: Type.Optional(Flag),
}

const Setting = Type.Object({
  channel: Channel,
  /** MHz. */
  width: Width,
  /** dBm; null: it does not tell. */
  power: Power,
  /** Percent of its air time others take, predicted from what was heard. */
  interference: Type.Number(),
})

const Item = Type.Object({
  device_id: Id,
  name: Type.String(),
  sn: Type.String(),
  band: enumOf(radioBand),
  before: Setting,
  after: Setting,
  moved: Flag,
  /** 1: it stays as it is: offline, or nothing can be configured on it. */
  fixed: Flag,
  /** Measured, percent of the time; null: it does not tell. */
  utilisation: Maybe(Type.Number()),
  /** Own access points and strangers it heard on the band; null: it never listened. */
  own_cnt: Maybe(Type.Integer()),
  stranger_cnt: Maybe(Type.Integer()),
})
export type PlanItem = Static<typeof Item>

export const optimizeCalls = defineCalls({
  state: {
    at: 'GET scene/optimize',
    does: { zh: '无线优化状态', en: 'State of the wireless environment of a scene' },
    who: 'scene.read',
    scene: 'read',
    in: Type.Object(Scene),
    out: Type.Object({
      /** Access points, those that can listen, those that did within a week. */
      ap_cnt: Type.Integer(),
      able_cnt: Type.Integer(),
      heard_cnt: Type.Integer(),
      /** When the one that listened last did; null: none. */
      heard_at: Maybe(Time),
      /** Progress of the scan; null: there is none. */
      listening: Maybe(Type.Object({ total: Type.Integer(), done: Type.Integer(), failed: Type.Integer() })),
    }),
    shows: ['radio'],
  },
  listen: {
    at: 'POST scene/optimize/listen',
    does: { zh: '扫描无线环境', en: 'Scan the wireless environment with the access points of a scene' },
    who: 'device.command',
    unconfirmed: 'access points listen to other channels for moments',
    scene: 'write',
    in: Type.Object(Scene),
    out: Type.Object({ total: Type.Integer() }),
    errors: [errors.noScanner],
    audit: false,
    per_minute: 10,
  },
  /** `preview` tells what would be better. `apply` brings `items` to the devices as a change set: canary first, back when it harms. */
  plan: {
    at: 'POST scene/optimize',
    does: { zh: '无线优化', en: 'Plan channels and power of the access points of a scene, or apply a plan' },
    who: 'change.write',
    scene: 'write',
    in: Type.Object({
      ...Scene,
      mode: Type.Unsafe<'preview' | 'apply'>({ type: 'string', enum: ['preview', 'apply'] }),
      ...How,
      /** Of `apply`. */
      items: Type.Optional(
        Type.Array(
          Type.Object({
            device_id: Id,
            band: enumOf(radioBand),
            channel: Channel,
            width: Width,
            power: Type.Optional(Type.Integer({ minimum: 0, maximum: 30 })),
          }),
          { minItems: 1, maxItems: 1000 },
        ),
      ),
      ...Confirmed,
    }),
    out: Type.Object({
      /** Means over all radios, percent. */
      before: Type.Number(),
      after: Type.Number(),
      moved_cnt: Type.Integer(),
      items: Type.Array(Item),
      /** The change set; 0 of a preview. */
      change_id: Type.Integer(),
    }),
    errors: [
      errors.nothingToApply,
      errors.planStale,
      changeErrors.draftOpen,
      changeErrors.deviceBusy,
      changeErrors.tooMany,
      changeErrors.tooManyDevices,
      confirmErrors.needsConfirm,
    ],
    audit: false,
  },
  history: {
    at: 'GET scene/optimize/plan',
    does: { zh: '优化记录', en: 'Plans that were applied or proposed, newest first' },
    who: 'scene.read',
    scene: 'read',
    in: tableIn(Scene, ['id', 'at']),
    out: tableOut(
      Type.Object({
        id: Id,
        at: Time,
        way: enumOf(runSource),
        by: Type.String(),
        moved_cnt: Type.Integer(),
        before: Type.Number(),
        after: Type.Number(),
        /** Mean of the time the channels were busy when it was applied and an hour later, percent. */
        measured_before: Maybe(Type.Number()),
        measured_after: Maybe(Type.Number()),
        /** null: it was not applied; `said` tells why. */
        change_id: Maybe(Id),
        change_state: Maybe(enumOf(changeState)),
        said: Type.String(),
      }),
    ),
    shows: ['radio', 'change'],
  },
  timer: {
    at: 'GET scene/optimize/timer',
    does: { zh: '定时优化设置', en: 'Schedule of the optimization of a scene' },
    who: 'scene.read',
    scene: 'read',
    in: Type.Object(Scene),
    out: Type.Object({
      on: Flag,
      weekdays: Type.Array(Weekday),
      time: Type.String(),
      threshold: Type.Integer(),
      dfs: Flag,
      width: Flag,
      power: Flag,
      next_at: Maybe(Time),
      changed_by: Type.String(),
    }),
    shows: ['radio'],
  },
  setTimer: {
    at: 'POST scene/optimize/timer',
    does: { zh: '设置定时优化', en: 'Schedule the optimization of a scene' },
    who: 'change.write',
    scene: 'own',
    in: Type.Object({
      ...Scene,
      on: Flag,
      weekdays: Weekdays,
      /** In the quiet hours: the access points listen, and those that move lose their terminals for moments. */
      time: Clock,
      threshold: Type.Integer({ minimum: 0, maximum: 50 }),
      dfs: Flag,
      width: Flag,
      power: Flag,
      ...Confirmed,
    }),
    out: Type.Object({ next_at: Maybe(Time) }),
    errors: [confirmErrors.needsConfirm],
  },
})
