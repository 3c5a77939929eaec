import { patrolErrors as errors } from '@belvedere/contract/rooms/patrol/errors.ts'
import { scoreCalls } from '@belvedere/contract/rooms/patrol/score.ts'
import { say } from '@belvedere/contract/kit/text.ts'
import { nextRun } from '../../engines/schedule/recurrence-rules.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { defineUndo, type Reversal, type ObjectState } from '../../engines/undo/define-undo.ts'
import { addToDraft, changeUpdated } from '../change/api.ts'
import { getSceneName } from '../scene/api.ts'
import { patrolUpdated } from './api.ts'
import { catalogue } from './rule-kit/catalogue.ts'
import { ignoreOf } from './run/ignore-rules.ts'
import { readScene } from './view/read-scene.ts'
import { editsOf } from './run/fix-finding.ts'
import { patrolScene, scoreOfItems } from './run/patrol-scene.ts'
import {
  dropIgnored,
  findRun,
  findTimer,
  holdIgnored,
  type IgnoredRow,
  listIgnored,
  listRuns,
  putIgnored,
  putTimer,
  setScore,
  type PatrolTimer,
} from './run/store.ts'
import { getPatrol } from './run/get-patrol.ts'

const draftName = { zh: '修复：{title}', en: 'Fix: {title}' }

export const calls = implement(scoreCalls, {
  async get(ctx, { scene_id, run_id }) {
    return getPatrol(ctx, scene_id, ctx.lang, run_id)
  },
  list: listRuns,
  async run(ctx, { scene_id }) {
    const made = await patrolScene(ctx, scene_id, { source: 'manual', by: ctx.session?.name ?? '' })
    ctx.emit(patrolUpdated, { scene_id })
    return made
  },
  async ignore(ctx, { scene_id, code, device_ids, reason, until }) {
    if (!catalogue.has(code)) throw refuse(errors.noFinding)
    const entry = {
      scene_id,
      code,
      reason: reason.trim(),
      until: until ?? null,
      by: ctx.session?.name ?? '',
      at: ctx.now(),
    }
    const places = device_ids ? [...new Set(device_ids)] : [null]
    const before = new Map((await listIgnored(ctx, scene_id)).map((one) => [placeOf(one), one]))
    const ids = await putIgnored(ctx, { ...entry, device_ids: places })
    for (const one of await holdIgnored(ctx, ids)) {
      const was = before.get(placeOf(one))
      ctx.audit({ ...auditOf(one), ...(was && { before: stateOf(was) }), after: stateOf(one) })
    }
    await rescore(ctx, scene_id)
    return { ids }
  },
  async heed(ctx, { scene_id, ids }) {
    const held = (await holdIgnored(ctx, ids)).filter((one) => one.scene_id === scene_id)
    await dropIgnored(
      ctx,
      held.map(({ id }) => id),
    )
    for (const one of held) ctx.audit({ ...auditOf(one), before: stateOf(one) })
    await rescore(ctx, scene_id)
    return {}
  },
  async fix(ctx, { scene_id, code, device_ids }) {
    const rule = catalogue.get(code)
    const item = (await findRun(ctx, scene_id))?.items.find((one) => one.code === code)
    if (!rule || !item) throw refuse(errors.noFinding)
    const ignored = await listIgnored(ctx, scene_id)
    const view = await readScene(ctx, scene_id)
    const wanted = item.hits.filter(({ device_id }) =>
      device_ids ? device_ids.includes(device_id) : !ignoreOf(code, device_id, ignored, view.now),
    )
    const fixes = wanted.flatMap(({ device_id }) => {
      const device = view.byId.get(device_id)
      return device && rule.fix ? rule.fix(device, view).map((one) => ({ ...one, device_id })) : []
    })
    const name = say(draftName, ctx.lang, { title: rule.title[ctx.lang] }).slice(0, 64)
    const draft = await addToDraft(ctx, await editsOf(ctx, fixes), name)
    ctx.emit(changeUpdated, { id: draft.id, uid: ctx.uid, scene_ids: [] })
    const device_cnt = new Set(fixes.map(({ device_id }) => device_id)).size
    return { draft_id: draft.id, edit_cnt: fixes.length, device_cnt }
  },
  async timer(ctx, { scene_id }) {
    const found = (await findTimer(ctx, scene_id)) ?? usual
    const { on, weekdays, minute, next_at, changed_by } = found
    return {
      on: on ? (1 as const) : (0 as const),
      weekdays: weekdays.map((day) => String(day) as '0'),
      time: clock(minute),
      next_at,
      changed_by,
    }
  },
  async setTimer(ctx, { scene_id, on, weekdays, time }) {
    const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
    const timer = { on: on === 1, weekdays: weekdays.map(Number).toSorted((a, b) => a - b), minute }
    return { next_at: await setTimer(ctx, scene_id, timer) }
  },
})

const usual = { on: false, weekdays: [1, 2, 3, 4, 5], minute: 7 * 60, next_at: null, changed_by: '' }

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

type PatrolTimerInput = Pick<PatrolTimer, 'on' | 'weekdays' | 'minute'>
const inputOf = ({ on, weekdays, minute }: PatrolTimerInput): PatrolTimerInput => ({ on, weekdays, minute })

async function setTimer(ctx: Ctx, scene_id: number, after: PatrolTimerInput): Promise<number | null> {
  const before = await findTimer(ctx, scene_id)
  const { name, time_zone } = await getSceneName(ctx, scene_id)
  const next_at = after.on ? (nextRun(after, time_zone, ctx.now()) ?? null) : null
  await putTimer(ctx, { scene_id, ...after, next_at, uid: ctx.uid, changed_by: ctx.session?.name ?? '' })
  ctx.audit({ object: `patrol-timer:${scene_id}`, name, scene_id, before: inputOf(before ?? usual), after })
  ctx.emit(patrolUpdated, { scene_id })
  return next_at
}

const placeOf = ({ code, device_id }: Pick<IgnoredRow, 'code' | 'device_id'>) => `${code} ${device_id}`
const stateOf = ({ scene_id, code, device_id, reason, until }: IgnoredRow) => ({
  scene_id,
  code,
  device_id,
  reason,
  until,
})
const auditOf = ({ id, code, scene_id }: IgnoredRow) => ({ object: `patrol-ignore:${id}`, name: code, scene_id })

/** The ignored findings changed: the score of the last patrol is computed again. */
async function rescore(ctx: Ctx, scene_id: number): Promise<void> {
  const run = await findRun(ctx, scene_id)
  if (run && run.device_cnt > 0)
    await setScore(ctx, run.id, scoreOfItems(run.items, run.unknown, await listIgnored(ctx, scene_id), ctx.now()))
  ctx.emit(patrolUpdated, { scene_id })
}

const ignoring: Reversal = {
  kind: 'patrol-ignore',
  async read(ctx, id) {
    const [one] = await holdIgnored(ctx, [id])
    return one && stateOf(one)
  },
  async change(ctx, id, to) {
    const [one] = await holdIgnored(ctx, [id])
    if (one) await ignoreAgain(ctx, { ...stateOf(one), ...to })
  },
  async remove(ctx, id) {
    const [one] = await holdIgnored(ctx, [id])
    if (one) await calls.handlers.heed(ctx, { scene_id: one.scene_id, ids: [id] })
  },
}

async function ignoreAgain(ctx: Ctx, state: ObjectState): Promise<void> {
  const { scene_id, code, device_id, reason, until } = state as unknown as ReturnType<typeof stateOf>
  await calls.handlers.ignore(ctx, {
    scene_id,
    code,
    reason,
    ...(device_id !== null && { device_ids: [device_id] }),
    ...(until !== null && { until }),
  })
}

const timing: Reversal = {
  kind: 'patrol-timer',
  async read(ctx, scene_id) {
    return inputOf((await findTimer(ctx, scene_id)) ?? usual)
  },
  async change(ctx, scene_id, to) {
    const now = (await findTimer(ctx, scene_id)) ?? usual
    await setTimer(ctx, scene_id, { ...inputOf(now), ...(to as Partial<PatrolTimerInput>) })
  },
}

const gone = {
  zh: '可在巡检页重新忽略',
  en: 'Ignore it again on the page of the patrol',
  to: '/maintenance/diagnosis/patrol',
}

export const undo = defineUndo(scoreCalls, { ignore: ignoring, heed: gone, setTimer: timing })
