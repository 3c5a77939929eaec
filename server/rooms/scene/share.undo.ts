import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { sceneErrors as errors } from '@belvedere/contract/rooms/scene/errors.ts'
import { shareStatus } from '@belvedere/contract/rooms/scene/enums.ts'
import { shareCalls } from '@belvedere/contract/rooms/scene/share.ts'
import { captureSnapshots } from '../../engines/deleted-snapshot/snapshot-store.ts'
import type { Ctx } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { defineUndo, type AuditedWrite, type Reversal } from '../../engines/undo/define-undo.ts'
import { note, requireSharable } from './share.ts'
import { notifyAfterCommit } from './share/end-share.ts'
import { modeOf } from './share/share-rules.ts'
import {
  deleteShare,
  holdLive,
  holdShares,
  removeGuest,
  setShare,
  type OwnedShareRow,
  type ShareState,
  showShare,
} from './share/store.ts'
import { letGuestIn } from './store.ts'

const { pending, accepted, left, refused } = shareStatus.id

type UndoneShareState = ShareState & { hidden: 0 | 1 }

const stateOf = ({ status, permission, expire_at, hidden }: OwnedShareRow): UndoneShareState => ({
  status,
  permission,
  expire_at,
  hidden,
})

const share: Reversal = {
  kind: 'share',
  async read(ctx, id) {
    const [found] = await holdShares(ctx, [id])
    return found && { ...stateOf(found) }
  },
  async change(ctx, id, input) {
    const [found] = await holdShares(ctx, [id])
    if (!found) return
    const [before, to] = [stateOf(found), { ...stateOf(found), ...(input as Partial<UndoneShareState>) }]
    if (before.status !== to.status) await requireAgain(ctx, found, to)
    await setShare(ctx, id, to, ctx.now())
    if (before.hidden && !to.hidden) await showShare(ctx, id, found.own ? 'sent' : 'received')
    await giveRight(ctx, found, to)
    const keys = Object.keys(input) as (keyof UndoneShareState)[]
    const of = (state: UndoneShareState) => Object.fromEntries(keys.map((key) => [key, state[key]]))
    note(ctx, found, of(before), of(to))
    notifyAfterCommit(ctx, found)
  },
  async remove(ctx, id) {
    const [found] = await holdShares(ctx, [id])
    if (!found?.own) throw refuse(errors.shareOver)
    const snapshot = (await captureSnapshots(ctx.db, 'scene_share', [id])).get(id)
    await deleteShare(ctx, id)
    if (found.uid !== null) await removeGuest(ctx, found.scene_id, found.uid)
    note(ctx, found, stateOf(found), undefined, snapshot)
    notifyAfterCommit(ctx, found)
  },
  async restore(ctx, id, state, restoreRows) {
    await restoreRows()
    const [found] = await holdShares(ctx, [id])
    if (!found) throw refuse(commonErrors.ownerOnly)
    if (isLiving(found) && !found.own) throw refuse(errors.shareOver)
    await requireAgain(ctx, found, { ...stateOf(found), ...state })
    await giveRight(ctx, found, found)
    notifyAfterCommit(ctx, found)
  },
}

const isLiving = ({ status }: Pick<ShareState, 'status'>) => status === pending || status === accepted

/** A restored share needs the same rights as a new one; a receiver can only withdraw an answer. */
async function requireAgain(ctx: Ctx, { id, scene_id, uid, own }: OwnedShareRow, to: ShareState): Promise<void> {
  if (!isLiving(to)) return
  if (to.expire_at !== null && to.expire_at <= ctx.now()) throw refuse(errors.shareOver)
  if (!own) return
  await requireSharable(ctx, scene_id)
  const other = uid === null ? undefined : await holdLive(ctx, scene_id, uid)
  if (other && other.id !== id) throw refuse(errors.alreadyShared)
}

/**
 * Sets the receiver's right in the scene to the state of the share; on behalf of the system, because the receiver may
 * have none.
 */
async function giveRight(
  ctx: Ctx,
  { scene_id, uid }: OwnedShareRow,
  { status, permission, expire_at }: ShareState,
): Promise<void> {
  if (uid === null) return
  const system = { db: ctx.db, access: ctx.system.access }
  if (status !== accepted) return removeGuest(ctx, scene_id, uid)
  await letGuestIn(system, scene_id, uid, modeOf(permission), ctx.now(), expire_at)
}

const leaving = {
  zh: '已离开或拒绝的分享不能恢复，请让对方重新分享',
  en: 'A share you left or refused cannot be restored; request a new one',
}
const taken = {
  zh: '已接收的分享不能撤销，请在分享列表中离开',
  en: 'A received share is not undone; leave it in the list of shares',
}

/** A receiver who left a share cannot restore it. */
const unlessLeft = ({ after }: AuditedWrite) => ([left, refused].includes(after?.['status'] as never) ? leaving : share)

export const undo = defineUndo(shareCalls, {
  handle: unlessLeft,
  account: share,
  url: share,
  qrcode: share,
  bind: taken,
  change: share,
  unbind: unlessLeft,
  delete: unlessLeft,
})
