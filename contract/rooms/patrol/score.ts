import { type Static, Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, Flag, Id, Ids, Lines, Maybe, Time, enumOf } from '../../kit/schema.ts'
import { tableIn, tableOut } from '../../kit/table.ts'
import { changeErrors } from '../change/errors.ts'
import { patrolErrors as errors } from './errors.ts'
import { Clock, Weekday, Weekdays } from '../../kit/clock.ts'
import { findingChange, findingGroup, findingLevel, runSource } from './enums.ts'

/** Id of a rule: an open list. */
const Code = Type.String({ pattern: '^[a-z][a-z0-9_]{1,47}$' })
const Scene = { scene_id: Id }

const Affected = Type.Object({
  /** 0: the scene itself. */
  device_id: Type.Integer(),
  name: Type.String(),
  type: Type.Integer(),
  sn: Type.String(),
  /** What was seen there, in the caller's language. */
  evidence: Type.String(),
  change: enumOf(findingChange),
  fixable: Flag,
  /** 0: it is not ignored. */
  ignore_id: Type.Integer(),
  ignored_reason: Type.String(),
  ignored_by: Type.String(),
  /** Ignored until then; null: for good. */
  ignored_until: Maybe(Time),
})

const Finding = Type.Object({
  code: Type.String(),
  group: enumOf(findingGroup),
  level: enumOf(findingLevel),
  title: Type.String(),
  /** What to do about it. */
  advice: Type.String(),
  /** Points it takes from the score. */
  points: Type.Number(),
  /** Devices concerned that are not ignored, those that are, and of how many the rule could judge. */
  device_cnt: Type.Integer(),
  ignored_cnt: Type.Integer(),
  of_cnt: Type.Integer(),
  fixable: Flag,
  /** Page where it is dealt with; '' where there is none. */
  place: Type.String(),
  /** The first 200; those that are not ignored first. */
  devices: Type.Array(Affected),
})
export type Finding = Static<typeof Finding>

const Judged = Type.Object({ code: Type.String(), group: enumOf(findingGroup), title: Type.String() })

export const mostIgnored = 500

export const scoreCalls = defineCalls({
  get: {
    at: 'GET scene/score',
    does: { zh: '巡检结果', en: 'Findings and score of a patrol' },
    who: 'scene.read',
    scene: 'read',
    /** `run_id` absent: the last one. */
    in: Type.Object({ ...Scene, run_id: Type.Optional(Id) }),
    out: Type.Object({
      /** 0: there was none yet. */
      run_id: Type.Integer(),
      at: Time,
      way: enumOf(runSource),
      by: Type.String(),
      /** 0 to 100; null: nothing could be judged. */
      score: Maybe(Type.Integer()),
      /** Against the patrol before; null: there was none. */
      delta: Maybe(Type.Integer()),
      before_at: Maybe(Time),
      device_cnt: Type.Integer(),
      items: Type.Array(Finding),
      /** Of the patrol before and not of this one. */
      gone: Type.Array(Type.Object({ ...Judged.properties, device_cnt: Type.Integer() })),
      /** Rules that found nothing, and those that nothing could be judged by. */
      passed: Type.Array(Judged),
      unknown: Type.Array(Judged),
    }),
    shows: ['patrol'],
  },
  list: {
    at: 'GET scene/score/run',
    does: { zh: '巡检记录', en: 'Patrols of a scene, newest first' },
    who: 'scene.read',
    scene: 'read',
    in: tableIn(Scene, ['id', 'at', 'score']),
    out: tableOut(
      Type.Object({
        id: Id,
        at: Time,
        score: Maybe(Type.Integer()),
        way: enumOf(runSource),
        by: Type.String(),
        device_cnt: Type.Integer(),
        critical: Type.Integer(),
        warning: Type.Integer(),
        notice: Type.Integer(),
      }),
    ),
    shows: ['patrol'],
  },
  run: {
    at: 'POST scene/score/run',
    does: { zh: '立即巡检', en: 'Patrol a scene now' },
    who: 'scene.write',
    scene: 'write',
    in: Type.Object(Scene),
    out: Type.Object({ run_id: Id, score: Maybe(Type.Integer()) }),
    audit: false,
    per_minute: 20,
  },
  ignore: {
    at: 'POST scene/score/ignore',
    does: { zh: '忽略巡检问题', en: 'Ignore findings, with a reason' },
    who: 'scene.write',
    scene: 'write',
    in: Type.Object({
      ...Scene,
      code: Code,
      /** 0 in the list: the finding on the scene itself; absent: whatever device it is found on. */
      device_ids: Type.Optional(
        Type.Array(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }), { minItems: 1, maxItems: mostIgnored }),
      ),
      reason: Lines(128, 1),
      /** Absent: for good. */
      until: Type.Optional(Time),
    }),
    out: Type.Object({ ids: Ids }),
    errors: [errors.noFinding],
  },
  heed: {
    at: 'POST scene/score/heed',
    does: { zh: '取消忽略', en: 'Stop ignoring findings' },
    who: 'scene.write',
    scene: 'write',
    in: Type.Object({ ...Scene, ids: Type.Array(Id, { minItems: 1, maxItems: mostIgnored }) }),
    out: Empty,
  },
  fix: {
    at: 'POST scene/score/fix',
    does: { zh: '生成修复草稿', en: 'Add the fix of a finding to the draft' },
    who: 'change.write',
    scene: 'write',
    /** Devices of the last patrol; absent: all that are not ignored. */
    in: Type.Object({
      ...Scene,
      code: Code,
      device_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 500 })),
    }),
    out: Type.Object({ draft_id: Id, edit_cnt: Type.Integer(), device_cnt: Type.Integer() }),
    errors: [errors.noFinding, errors.notFixable, changeErrors.tooMany],
    audit: false,
  },
  timer: {
    at: 'GET scene/score/timer',
    does: { zh: '定时巡检设置', en: 'Schedule of the patrol of a scene' },
    who: 'scene.read',
    scene: 'read',
    in: Type.Object(Scene),
    out: Type.Object({
      on: Flag,
      /** '0' Sunday to '6' Saturday, by the clocks of the scene. */
      weekdays: Type.Array(Weekday),
      /** `HH:MM`. */
      time: Type.String(),
      next_at: Maybe(Time),
      changed_by: Type.String(),
    }),
    shows: ['patrol'],
  },
  setTimer: {
    at: 'POST scene/score/timer',
    does: { zh: '设置定时巡检', en: 'Schedule the patrol of a scene' },
    who: 'scene.write',
    scene: 'own',
    in: Type.Object({
      ...Scene,
      on: Flag,
      weekdays: Weekdays,
      time: Clock,
    }),
    out: Type.Object({ next_at: Maybe(Time) }),
  },
})
