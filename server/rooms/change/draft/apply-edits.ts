import { changeErrors as errors } from '@belvedere/contract/rooms/change/errors.ts'
import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { refuse } from '../../../kernel/refuse.ts'
import { usualOptions } from '../rules.ts'
import { findSet, holdDraft, listEdits } from '../store.ts'
import { addToDraft } from './add-to-draft.ts'
import { startChange } from './start-set.ts'

/**
 * Applies edits as a separate change set, with the default canary and rollback. Refuses while the caller has a draft,
 * whose edits must not be included. The caller emits `changeStarted` and `changeUpdated` afterwards. 0 devices: nothing
 * changes. `confirmed`: the confirmation sent with a person's call.
 */
export async function applyEdits(
  ctx: Ctx,
  edits: readonly Edit[],
  name: string,
  confirmed?: Parameters<typeof startChange>[3],
): Promise<{ id: number; device_cnt: number }> {
  const open = await holdDraft(ctx, undefined)
  if (open && (await listEdits(ctx, open.id)).length > 0) throw refuse(errors.draftOpen)
  const { id } = await addToDraft(ctx, edits, name)
  const draft = await findSet(ctx, id)
  if (!draft) throw new Error('the draft that was made is not there')
  const device_cnt = await startChange(ctx, draft, usualOptions, confirmed)
  return { id, device_cnt }
}
