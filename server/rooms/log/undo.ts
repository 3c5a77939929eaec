import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { logErrors as errors } from '@belvedere/contract/rooms/log/errors.ts'
import { undoCalls } from '@belvedere/contract/rooms/log/undo.ts'
import { type Ctx, implement, type System } from '../../kernel/implement.ts'
import { defineJob } from '../../base/jobs/job.ts'
import { refuse } from '../../kernel/refuse.ts'
import { dropSnapshots, requestOf, type Which } from './undo/store.ts'
import { undoMany } from './undo/undo-many.ts'

export const calls = implement(undoCalls, {
  async one(ctx, { id, request_id, whole, preview }) {
    if (id === undefined && request_id === undefined) throw refuse(commonErrors.notFound)
    const request = whole && id ? await requestOf(ctx, id) : request_id
    const which = request ? { request_id: request, standing: true } : { id }
    // operations of other accounts are visible in the log only
    return answer(ctx, { ...which, ...(!ctx.access.can('log.read') && { uid: ctx.uid }) }, preview)
  },
  async all(ctx, { from, since, by: uid, scene_id, preview }) {
    const told = (uid ?? scene_id) !== undefined && (from ?? since) !== undefined
    if (!told) throw refuse(errors.nothingToUndo)
    return answer(ctx, { from, since, uid, scene_id, standing: true }, preview)
  },
})

async function answer(ctx: Ctx, which: Which, preview: 0 | 1 | undefined) {
  const { list, more } = await undoMany(ctx, which, preview === 1)
  if (list.length === 0) throw refuse(errors.nothingToUndo)
  return { total_cnt: list.length, err_cnt: list.filter(({ ok }) => !ok).length, list, more }
}

/** Deletes the snapshots of removed rows after a week. */
export const expireSnapshots = defineJob<unknown, System>({
  name: 'log.drop-snapshots',
  every: '25 * * * *',
  async run(_, system) {
    await dropSnapshots(system, system.now())
  },
})
