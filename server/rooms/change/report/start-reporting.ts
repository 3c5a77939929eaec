import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { holdIntents } from '../../intent/api.ts'
import { changeUpdated, changeStarted } from '../api.ts'
import { applyEdits } from '../draft/apply-edits.ts'
import { requestReporting } from './request.ts'
import { sortByReadiness } from './store.ts'

/** Seconds between two reports that a device is configured to send. */
const EVERY = 60
const named = { zh: '开始上报', en: 'Start reporting' }

/** Configures reports on devices whose configuration is known; the others follow later. */
export async function startReporting(
  ctx: Ctx,
  ids: readonly number[],
  confirmed?: Parameters<typeof applyEdits>[3],
): Promise<{ id: number; device_cnt: number; waiting_cnt: number }> {
  const { ready, others } = await sortByReadiness(ctx, ids)
  await requestReporting(ctx, others)
  if (ready.length === 0) return { id: 0, device_cnt: 0, waiting_cnt: others.length }
  const { id, device_cnt } = await applyEdits(ctx, await editsOf(ctx, ready), named[ctx.lang], confirmed)
  ctx.emit(changeStarted, { id })
  ctx.emit(changeUpdated, { id, uid: ctx.uid, scene_ids: [] })
  return { id, device_cnt, waiting_cnt: others.length }
}

/** Existing settings of reports stay. */
async function editsOf(ctx: Ctx, ids: readonly number[]): Promise<Edit[]> {
  const place = { level: 2, kind: 'service', key: 'report' } as const
  const rows = await holdIntents(
    ctx,
    ids.map((target_id) => ({ ...place, target_id })),
  )
  const known = new Map(rows.map((row) => [row.target_id, row.fields]))
  return ids.map((target_id): Edit => ({ ...place, target_id, set: { interval: EVERY, ...known.get(target_id) } }))
}
