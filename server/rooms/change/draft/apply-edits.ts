import { changeErrors as errors } from '@belvedere/contract/rooms/change/errors.ts'
import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { refuse } from '../../../kernel/refuse.ts'
import { usualOptions } from '../rules.ts'
import { findSet, holdDraft, listEdits } from '../store.ts'
import { addToDraft } from './add-to-draft.ts'
import { startChange } from './start-set.ts'

/**
 * Brings edits to their devices as a change set of their own, with the usual canary and way back. Refuses while the caller has a
 * draft: what is in it was not meant. The caller emits `changeStarted` and `changeUpdated` afterwards. 0 devices: nothing changes. `confirmed`: what came with the call
 * of a person.
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
