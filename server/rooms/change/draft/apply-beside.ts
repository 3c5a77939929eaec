import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { checkEdits, sealEdits } from '../../intent/api.ts'
import { type ApplyOptions, usualOptions } from '../rules.ts'
import { findSet, insertSet, putEdits } from '../store.ts'
import { startChange } from './start-set.ts'

interface ApplyBesideOptions {
  options: ApplyOptions
  /** The confirmation sent with a person's call. */
  confirmed?: Parameters<typeof startChange>[3]
  /** The task whose items end with the set. */
  task_id?: number
}

/** A single device needs no canary. */
export const optionsFor = ({ length }: readonly unknown[]): ApplyOptions =>
  length > 1 ? usualOptions : { ...usualOptions, soak: 0 }

/**
 * As `applyEdits`, but independent of the author's draft: for timers, or for a single request to devices. The set is
 * never a draft, since it runs when this transaction ends.
 */
export async function applyBeside(
  ctx: Ctx,
  edits: readonly Edit[],
  name: string,
  { options, confirmed, task_id }: ApplyBesideOptions,
): Promise<{ id: number; device_cnt: number }> {
  const sealed = await sealEdits(ctx, await checkEdits(ctx, edits, ctx.lang))
  const id = await insertSet(ctx, { operator: ctx.session?.name ?? '', name, now: ctx.now(), task_id })
  await putEdits(ctx, id, sealed)
  const set = await findSet(ctx, id)
  if (!set) throw new Error('the set that was made is not there')
  return { id, device_cnt: await startChange(ctx, set, options, confirmed) }
}
