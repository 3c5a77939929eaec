import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { say } from '@belvedere/contract/kit/text.ts'
import { changeCalls } from '@belvedere/contract/rooms/change/change.ts'
import { changeErrors as errors } from '@belvedere/contract/rooms/change/errors.ts'
import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import { captureSnapshots } from '../../engines/deleted-snapshot/snapshot-store.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { hideEdits } from '../intent/api.ts'
import { changeUpdated, changeStarted } from './api.ts'
import { startChange } from './draft/start-set.ts'
import { draftOfInverse } from './draft/undo.ts'
import { reviewOf } from './review/review.ts'
import { usualOptions } from './rules.ts'
import {
  addTrail,
  requestSet,
  countWaves,
  deleteSet,
  findSet,
  holdSet,
  type ItemLine,
  type ItemRefusal,
  listEdits,
  listItems,
  listSets,
  listTrail,
  namesOf,
  renameSet,
  type SetDetail,
} from './store.ts'

export const calls = implement(changeCalls, {
  list: listSets,
  async detail(ctx, { id }) {
    const { uid: _, team_id: __, inverse: ___, own, ...set } = await requireSet(ctx, id)
    const all = await listEdits(ctx, id)
    const [names, waves] = await Promise.all([namesOf(ctx, all), countWaves(ctx, id)])
    // the edits of a guest in other scenes are not visible
    const edits = own ? all : inSight(all, names)
    return {
      ...set,
      edits: hideEdits(edits).map((edit) => ({ ...edit, target: names.get(`${edit.level} ${edit.target_id}`) ?? '' })),
      waves,
      mine: ctx.access.may(changeCalls.apply) ? (1 as const) : (0 as const),
      guest: own ? (0 as const) : (1 as const),
    }
  },
  async item(ctx, input) {
    const { list, ...rest } = await listItems(ctx, input)
    const said = (lines: readonly ItemLine[]) =>
      lines.map(({ text, ...line }) => ({ ...line, text: say(text, ctx.lang) }))
    const refused = (refusals: readonly ItemRefusal[]) =>
      refusals.map(({ reason, ...one }) => ({ ...one, reason: say(reason, ctx.lang) }))
    return {
      ...rest,
      list: list.map(({ lines, refusals, ...row }) => ({ ...row, lines: said(lines), refusals: refused(refusals) })),
    }
  },
  async trail(ctx, { id }) {
    return { list: await listTrail(ctx, id) }
  },
  review: async (ctx, input) => reviewOf(ctx, draftOnly(await requireSet(ctx, input.id)), input),
  async discard(ctx, { id }) {
    const draft = draftOnly(await requireSet(ctx, id, 'hold'))
    const snapshot = (await captureSnapshots(ctx.db, 'change_set', [id])).get(id)
    await deleteSet(ctx, id)
    ctx.audit({ object: `change:${id}`, name: draft.name, before: { edits: draft.edit_cnt }, snapshot })
    moved(ctx, id)
    return {}
  },
  async rename(ctx, { id, name }) {
    const before = await requireSet(ctx, id, 'hold')
    if (!before.own) throw refuse(commonErrors.notFound)
    await renameSet(ctx, id, name.trim())
    ctx.audit({
      object: `change:${id}`,
      name: name.trim(),
      before: { name: before.name },
      after: { name: name.trim() },
    })
    moved(ctx, id)
    return {}
  },
  async apply(ctx, { id, rev, confirm_token, confirm_text, ...input }) {
    const draft = draftOnly(await requireSet(ctx, id, 'hold'))
    if (draft.edit_cnt === 0) throw refuse(errors.notDraft)
    if (rev !== undefined && rev !== draft.rev) throw refuse(errors.changedSince)
    const device_cnt = await startChange(ctx, draft, { ...usualOptions, ...input }, { confirm_token, confirm_text })
    ctx.emit(changeStarted, { id })
    moved(ctx, id)
    return { id, device_cnt }
  },
  async cancel(ctx, { id }) {
    const set = await requireSet(ctx, id, 'hold')
    if (!(await requestSet(ctx, id, 'cancel'))) throw refuse(errors.notRunning)
    return request(ctx, set, 'cancelled')
  },
  async finish(ctx, { id }) {
    const set = await requireSet(ctx, id, 'hold')
    if (!(await requestSet(ctx, id, 'finish'))) throw refuse(errors.notWaiting)
    return request(ctx, set, 'finished')
  },
  async undo(ctx, { id }) {
    const set = await requireSet(ctx, id, 'hold')
    if (set.state !== 'done' || !set.inverse) throw refuse(errors.notDone)
    const inverse = set.own ? set.inverse : inSight(set.inverse, await namesOf(ctx, set.inverse))
    const draft = await draftOfInverse(ctx, set, inverse)
    ctx.audit({ object: `change:${draft}`, name: set.name, after: { undo_of: id } })
    moved(ctx, draft)
    return { id: draft }
  },
})

const inSight = (edits: readonly Edit[], names: ReadonlyMap<string, string>): Edit[] =>
  edits.filter(({ level, target_id }) => names.has(`${level} ${target_id}`))

export const moved = (ctx: Ctx, id: number) => ctx.emit(changeUpdated, { id, uid: ctx.uid, scene_ids: [] })

async function request(ctx: Ctx, { id, name }: SetDetail, what: string) {
  await addTrail(ctx, id, { at: ctx.now(), by: ctx.session?.name ?? '', what })
  ctx.audit({ object: `change:${id}`, name, after: { asked: what } })
  // the engine is notified immediately
  ctx.emit(changeStarted, { id })
  return {}
}

async function requireSet(ctx: Ctx, id: number, how: 'read' | 'hold' = 'read'): Promise<SetDetail> {
  const set = await (how === 'hold' ? holdSet(ctx, id) : findSet(ctx, id))
  if (!set) throw refuse(commonErrors.notFound)
  return set
}

function draftOnly(set: SetDetail): SetDetail {
  if (set.state !== 'draft') throw refuse(errors.notDraft)
  return set
}
