import type { Ctx } from '../../../kernel/implement.ts'
import { noteShared } from '../../../kernel/http/note-shared.ts'
import type { Timer } from './store.ts'

/** A guest's timer of several scenes is recorded in the log of each owner. */
export function noteVisits(
  ctx: Ctx,
  { id, name }: Pick<Timer, 'id' | 'name'>,
  scene_ids: readonly number[],
  what: { before?: unknown; after?: unknown },
): void {
  if (scene_ids.length > 1) noteShared(ctx, scene_ids, () => ({ object: `device-timer:${id}`, name, ...what }))
}
