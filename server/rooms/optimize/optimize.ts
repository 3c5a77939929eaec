import { optimizeErrors as errors } from '@belvedere/contract/rooms/optimize/errors.ts'
import { optimizeCalls } from '@belvedere/contract/rooms/optimize/optimize.ts'
import { nextRun } from '../../engines/schedule/recurrence-rules.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { defineUndo, type Reversal } from '../../engines/undo/define-undo.ts'
import type { ConfirmationInput } from '../../engines/confirm/confirm.ts'
import { requireConfirmed } from '../../engines/confirm/require-confirmed.ts'
import { radioUpdated } from './api.ts'
import { applyPlan } from './apply-plan.ts'
import { listenNow } from './listen.job.ts'
import { planOf } from './make-plan.ts'
import { readRadios } from './read-radios.ts'
import { rhythmOf } from './run-timers.job.ts'
import {
  beginListening,
  findListening,
  findTimer,
  isListening,
  listPlans,
  listRadioDevices,
  putTimer,
  type TimerFields,
} from './store.ts'
import { getSceneName } from '../scene/api.ts'

export const calls = implement(optimizeCalls, {
  async state(ctx, { scene_id }) {
    const devices = await listRadioDevices(ctx, scene_id, ctx.now())
    const listening = await findListening(ctx, scene_id)
    const heard = devices.flatMap(({ heard_at }) => heard_at ?? [])
    return {
      ap_cnt: devices.length,
      able_cnt: devices.filter(({ online, verbs }) => online && verbs.includes('listen')).length,
      heard_cnt: heard.length,
      heard_at: heard.length > 0 ? Math.max(...heard) : null,
      listening:
        listening && isListening(listening, ctx.now())
          ? { total: listening.total, done: listening.done, failed: listening.failed }
          : null,
    }
  },
  async listen(ctx, { scene_id }) {
    const able = (await listRadioDevices(ctx, scene_id, ctx.now())).filter(
      ({ online, verbs }) => online && verbs.includes('listen'),
    )
    if (able.length === 0) throw refuse(errors.noScanner)
    const ids = able.map(({ id }) => id)
    if (await beginListening(ctx.db, scene_id, ids.length, ctx.now()))
      ctx.afterwards(() => ctx.system.enqueue(listenNow, { scene_id, ids }))
    ctx.emit(radioUpdated, { scene_id })
    return { total: ids.length }
  },
  async plan(ctx, { scene_id, mode, bands, threshold = 5, dfs, width, power, items = [], ...given }) {
    const air = await readRadios(ctx, scene_id)
    if (mode === 'apply') return applyPlan(ctx, scene_id, air, items, 'manual', { ...given, named: [] })
    const options = { threshold, dfs: dfs === 1, width: width === 1, power: power === 1 }
    return { ...planOf(air, { bands: bands ?? ['2g', '5g', '6g'], ...options }), change_id: 0 }
  },
  history: listPlans,
  async timer(ctx, { scene_id }) {
    const kept = await findTimer(ctx, scene_id)
    return { ...usual, ...kept?.fields, next_at: kept?.next_at ?? null, changed_by: kept?.changed_by ?? '' }
  },
  async setTimer(ctx, { scene_id, confirm_token, confirm_text, ...fields }) {
    if (fields.on === 1) await requireAsked(ctx, scene_id, { confirm_token, confirm_text })
    return { next_at: await setTimer(ctx, scene_id, fields) }
  },
})

/**
 * As for any timer the confirmation is given when it is set; access points with automatic rollback are not interrupted
 * for long.
 */
async function requireAsked(ctx: Ctx, scene_id: number, given: ConfirmationInput): Promise<void> {
  const devices = await listRadioDevices(ctx, scene_id, ctx.now())
  const ids = devices.filter(({ verbs }) => !verbs.includes('arm')).map(({ id }) => id)
  await requireConfirmed(ctx, { ids, action: 'configure', named: [] }, given)
}

const usual: TimerFields = { on: 0, weekdays: ['2'], time: '03:30', threshold: 10, dfs: 0, width: 1, power: 0 }

async function setTimer(ctx: Ctx, scene_id: number, fields: TimerFields): Promise<number | null> {
  const before = (await findTimer(ctx, scene_id))?.fields ?? usual
  const { name, time_zone } = await getSceneName(ctx, scene_id)
  const next_at = fields.on === 1 ? (nextRun(rhythmOf(fields), time_zone, ctx.now()) ?? null) : null
  await putTimer(ctx, { scene_id, fields, next_at, uid: ctx.uid, changed_by: ctx.session?.name ?? '' })
  ctx.audit({
    object: `radio-timer:${scene_id}`,
    name,
    scene_id,
    before,
    after: fields,
  })
  ctx.emit(radioUpdated, { scene_id })
  return next_at
}

const timer: Reversal = {
  kind: 'radio-timer',
  read: async (ctx, scene_id) => ({ ...((await findTimer(ctx, scene_id))?.fields ?? usual) }),
  async change(ctx, scene_id, to) {
    const now = (await findTimer(ctx, scene_id))?.fields ?? usual
    await setTimer(ctx, scene_id, { ...now, ...(to as Partial<TimerFields>) })
  },
}

export const undo = defineUndo(optimizeCalls, { setTimer: timer })
