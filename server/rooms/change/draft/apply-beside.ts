import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { checkEdits, sealEdits } from '../../intent/api.ts'
import type { Options } from '../rules.ts'
import { findSet, insertSet, putEdits } from '../store.ts'
import { startChange } from './start-set.ts'

/**
 * As `applyEdits`, by the clock: a set beside the draft its author may be writing. It is never a draft itself, since it runs when
 * this transaction ends.
 */
export async function applyBeside(
  ctx: Ctx,
  edits: readonly Edit[],
  name: string,
  options: Options,
): Promise<{ id: number; device_cnt: number }> {
  const sealed = await sealEdits(ctx, await checkEdits(ctx, edits, ctx.lang))
  const id = await insertSet(ctx, { operator: ctx.session?.name ?? '', name, now: ctx.now() })
  await putEdits(ctx, id, sealed)
  const set = await findSet(ctx, id)
  if (!set) throw new Error('the set that was made is not there')
  return { id, device_cnt: await startChange(ctx, set, options) }
}
