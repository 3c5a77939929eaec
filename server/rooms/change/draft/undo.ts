import { changeErrors as errors } from '@belvedere/contract/rooms/change/errors.ts'
import { say } from '@belvedere/contract/kit/text.ts'
import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { refuse } from '../../../kernel/refuse.ts'
import { devicesTouched } from '../../intent/api.ts'
import { deleteSet, holdDraft, listEdits, putEdits, type SetDetail, touchDraft } from '../store.ts'

const named = { zh: '撤销：{name}', en: 'Undo: {name}' }

/** A draft that reverts a finished set; it is reviewed and applied like any other. Refuses when a draft exists. */
export async function draftOfInverse(ctx: Ctx, set: SetDetail, inverse: readonly Edit[]): Promise<number> {
  const open = await holdDraft(ctx, undefined)
  if (open && (await listEdits(ctx, open.id)).length > 0) throw refuse(errors.draftOpen)
  if (open) await deleteSet(ctx, open.id)
  const name = say(named, ctx.lang, { name: set.name }).slice(0, 64)
  const draft = await holdDraft(ctx, { operator: ctx.session?.name ?? '', name, now: ctx.now(), undo_of: set.id })
  if (!draft) throw new Error('a draft was neither found nor made')
  await putEdits(ctx, draft.id, inverse)
  await touchDraft(ctx, draft.id, { device_cnt: (await devicesTouched(ctx, inverse)).length })
  return draft.id
}
