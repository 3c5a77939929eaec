import type { QueryContext } from '../../../kernel/db.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { invalidateSessions } from '../../account/api.ts'
import { shareChanged } from '../api.ts'
import { removeGuest, setShare, type OwnedShareRow, type ShareStatus } from './store.ts'

/** Ends a share in the caller's transaction; the receiver loses the right when that commits. */
export async function endShare(
  at: QueryContext,
  share: OwnedShareRow,
  status: ShareStatus,
  now: number,
): Promise<void> {
  await setShare(at, share.id, { ...share, status }, now)
  if (share.uid !== null) await removeGuest(at, share.scene_id, share.uid)
}

/** After the commit: rights are read again in every process, and both sides are notified. */
export function notifyAfterCommit(ctx: Ctx, { scene_id, uid }: Pick<OwnedShareRow, 'scene_id' | 'uid'>): void {
  const uids = uid === null ? [] : [uid]
  ctx.afterwards(() => invalidateSessions(ctx.system, uids))
  ctx.emit(shareChanged, { scene_id, uids })
}
