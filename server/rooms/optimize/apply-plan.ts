import type { Ctx } from '../../kernel/implement.ts'
import { applyEdits, changeUpdated, changeStarted } from '../change/api.ts'
import { radioUpdated } from './api.ts'
import { editsOf } from '../patrol/api.ts'
import { type ChosenTuning, chosenPlan } from './make-plan.ts'
import type { SceneRadios } from './read-radios.ts'
import { addPlan, meanBusy } from './store.ts'

const named = { zh: '无线优化', en: 'Wireless optimization' }

/** Applies chosen items as a change set, and stores the plan. */
export async function applyPlan(
  ctx: Ctx,
  scene_id: number,
  air: SceneRadios,
  items: readonly ChosenTuning[],
  source: 'manual' | 'timer',
  confirmed?: Parameters<typeof applyEdits>[3],
) {
  const { plan, fixes } = chosenPlan(air, items)
  const measured_before = await meanBusy(ctx, scene_id)
  const { id } = await applyEdits(ctx, await editsOf(ctx, fixes), named[ctx.lang], confirmed)
  const { before, after } = plan
  const by = ctx.session?.name ?? ''
  await addPlan(ctx, {
    scene_id,
    at: ctx.now(),
    source,
    by,
    moved_cnt: fixes.length,
    before,
    after,
    measured_before,
    change_id: id,
    message: '',
  })
  ctx.emit(changeStarted, { id })
  ctx.emit(changeUpdated, { id, uid: ctx.uid, scene_ids: [scene_id] })
  ctx.emit(radioUpdated, { scene_id })
  return { ...plan, moved_cnt: fixes.length, change_id: id }
}
