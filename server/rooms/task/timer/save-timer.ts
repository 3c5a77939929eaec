import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { taskErrors as errors } from '@belvedere/contract/rooms/task/errors.ts'
import { GRACE_MINUTES, WAIT_HOURS } from '@belvedere/contract/rooms/task/timer/enums.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { refuse } from '../../../kernel/refuse.ts'
import { holdGroup, pickDevices } from '../../device/api.ts'
import { requireNone } from '../command/obstacles.ts'
import { planOf } from '../command/define-order.ts'
import { callerOf } from '../command/start-command.ts'
import {
  holdTimers,
  idsOfRun,
  insertTimer,
  type TimerKind,
  scenesOfGroup,
  setScenes,
  setTargets,
  targetsOf,
  type Timer,
  type TimerDetails,
  updateTimer,
  zonesOf,
  clocksOf,
} from './store.ts'
import { type TimingInput, runsAfter, whenOf } from './timing.ts'
import { noteVisits } from './note-visits.ts'
import { orderOf } from './order-of.ts'
import { emitTimers } from './emit-timers.events.ts'

/** The common input of the three calls that store a timer. */
export interface SaveTimerInput extends TimingInput {
  id?: number
  rev?: number
  name?: string
  ids?: number[]
  group_id?: number
  scene_ids?: number[]
  grace_minutes?: number
  wait_hours?: number
}

/** Adds a timer or, with `id`, changes it; without `args` its command stays. Its owner is the last author. */
export async function saveTimer(
  ctx: Ctx,
  kind: TimerKind,
  input: SaveTimerInput,
  args: Record<string, string> | undefined,
) {
  const before = input.id === undefined ? undefined : await requireTimer(ctx, input.id, kind, input.rev)
  const target = await targetOf(ctx, input, before)
  const details: TimerDetails = {
    name: input.name?.trim() ?? before?.name ?? '',
    kind,
    scope: target.scope,
    group_id: target.group_id,
    // the arguments of an installation are replaced as a whole
    args: args ?? before?.args ?? {},
    ...whenOf(input, before),
    grace_minutes: input.grace_minutes ?? before?.grace_minutes ?? GRACE_MINUTES,
    wait_hours: input.wait_hours ?? before?.wait_hours ?? WAIT_HOURS,
  }
  const runs = runsAfter(details, target.scenes, ctx.now())
  const who = { uid: ctx.uid, operator: ctx.session?.name ?? '', by: ctx.session?.name ?? '', now: ctx.now() }
  const stated = before && (await statedOf(ctx, before))
  if (before) await updateTimer(ctx, before.id, details, who)
  const id = before ? before.id : await insertTimer(ctx, details, who)
  if (target.ids) await setTargets(ctx, id, target.ids)
  await setScenes(ctx, id, before?.paused ? runs.map((run) => ({ ...run, next_at: null })) : runs)
  await requireRunnable(ctx, id, details)
  const scene_ids = runs.map((run) => run.scene_id)
  const told = details.scope === 'scene' ? scene_ids : []
  await note(ctx, id, scene_ids, stated, { ...details, ids: await targetsOf(ctx, id), scene_ids: told })
  emitTimers(
    ctx,
    runs.map(({ scene_id }) => scene_id),
  )
  const soonest = Math.min(...runs.map(({ next_at }) => next_at ?? Number.POSITIVE_INFINITY))
  return { id, rev: (before?.rev ?? 0) + 1, next_at: Number.isFinite(soonest) && !before?.paused ? soonest : null }
}

/** Refuses what the direct call would refuse for the current devices. */
async function requireRunnable(ctx: Ctx, id: number, details: TimerDetails): Promise<void> {
  const { obstacles } = await planOf(callerOf(ctx), orderOf(details))
  if (obstacles) requireNone(await obstacles(await pickDevices(ctx, await idsOfRun(ctx, id))))
}

async function requireTimer(ctx: Ctx, id: number, kind: TimerKind, rev: number | undefined): Promise<Timer> {
  const [found] = await holdTimers(ctx, [id])
  if (!found || found.kind !== kind) throw refuse(commonErrors.notFound)
  if (rev !== undefined && rev !== found.rev) throw refuse(commonErrors.changedMeanwhile, { by: found.changed_by })
  return found
}

interface TimerTargets {
  scope: Timer['scope']
  group_id: number | null
  /** To be set; absent: they stay. */
  ids?: number[]
  scenes: { scene_id: number; time_zone: string }[]
}

/** One of the three kinds of targets, with its scenes. */
async function targetOf(
  ctx: Ctx,
  { ids, group_id, scene_ids }: SaveTimerInput,
  before: Timer | undefined,
): Promise<TimerTargets> {
  const told = [ids, group_id, scene_ids].filter((one) => one !== undefined).length
  if (told === 0 && before) {
    return { scope: before.scope, group_id: before.group_id, scenes: await clocksOf(ctx, before.id) }
  }
  if (told !== 1) throw refuse(errors.timerTarget)
  if (ids) return targetDevices(ctx, ids)
  if (group_id !== undefined) {
    if (!(await holdGroup(ctx, group_id))) throw refuse(commonErrors.notFound)
    return { scope: 'group', group_id, ids: [], scenes: await zonesOf(ctx, await scenesOfGroup(ctx, group_id)) }
  }
  return { scope: 'scene', group_id: null, ids: [], scenes: await zonesOf(ctx, scene_ids ?? []) }
}

async function targetDevices(ctx: Ctx, ids: readonly number[]): Promise<TimerTargets> {
  const devices = await pickDevices(ctx, ids)
  if (devices.length < new Set(ids).size) throw refuse(commonErrors.notFound)
  const scenes = await zonesOf(ctx, [...new Set(devices.map(({ scene_id }) => scene_id))])
  return { scope: 'device', group_id: null, ids: devices.map(({ id }) => id), scenes }
}

/** The editable fields of a timer: for the operation log, and for the undo of a change. */
export interface StatedTimer extends TimerDetails {
  ids: number[]
  /** For a timer over scenes its scenes; for others the scenes of its devices. */
  scene_ids: number[]
}

/** A timer that the caller has locked. */
export async function statedOf(ctx: Ctx, timer: Timer): Promise<StatedTimer> {
  const { name, kind, scope, group_id, args, weekdays, day, minute, grace_minutes, wait_hours } = timer
  const scene_ids = scope === 'scene' ? (await clocksOf(ctx, timer.id)).map(({ scene_id }) => scene_id) : []
  const ids = await targetsOf(ctx, timer.id)
  return { name, kind, scope, group_id, args, weekdays, day, minute, grace_minutes, wait_hours, ids, scene_ids }
}

/** Restores these fields. */
export async function stateAgain(ctx: Ctx, id: number, stated: StatedTimer): Promise<void> {
  const { kind, scope, args, name, ids, group_id, scene_ids, weekdays, day, minute, ...rest } = stated
  const target = scope === 'device' ? { ids } : scope === 'scene' ? { scene_ids } : { group_id: group_id ?? 0 }
  const when = day === null ? { weekdays: weekdays.map(String) } : { date: day }
  const two = (n: number) => String(n).padStart(2, '0')
  const time = `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
  await saveTimer(ctx, kind, { id, name, ...rest, ...target, ...when, time }, args)
}

async function note(
  ctx: Ctx,
  id: number,
  [alone, ...more]: readonly number[],
  before: StatedTimer | undefined,
  after: StatedTimer,
): Promise<void> {
  ctx.audit({
    object: `device-timer:${id}`,
    name: after.name,
    ...(alone && more.length === 0 ? { scene_id: alone } : {}),
    before,
    after,
  })
  const briefly = ({ name, kind, weekdays, day, minute }: StatedTimer) => ({ name, kind, weekdays, day, minute })
  const what = { ...(before && { before: briefly(before) }), after: briefly(after) }
  noteVisits(ctx, { id, name: after.name }, alone ? [alone, ...more] : [], what)
}
