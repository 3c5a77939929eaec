import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import { sharePermission, shareStatus } from '@belvedere/contract/rooms/scene/enums.ts'

const { pending, accepted, revoked, stopped, left, refused } = shareStatus.id

/** Maximum number of pending or accepted shares of a scene, including links. */
export const mostShares = 200

/** The mode of a scene for the receiver of a share. */
export function modeOf(permission: number): 1 | 2 | 3 {
  if (permission === sharePermission.id.manage) return 1
  return permission === sharePermission.id.operate ? 2 : 3
}

/** Whether it grants or offers anything at that time; times in unix seconds, null: no end. */
export function isLive(share: { status: number; expire_at: number | null }, now: number): boolean {
  return (share.status === pending || share.status === accepted) && (share.expire_at === null || share.expire_at > now)
}

/** The status of a live share when one side ends it. */
export function endOf(share: { status: number }, by: 'owner' | 'receiver'): IdOf<typeof shareStatus> {
  if (by === 'receiver') return share.status === pending ? refused : left
  return share.status === pending ? revoked : stopped
}
