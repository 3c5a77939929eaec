import type { Access } from '../access.ts'
import type { AuditNote } from '../implement.ts'

/**
 * What a guest does in several scenes at once stands in the log of each owner. The note that tells of them all is the guest's
 * own; each shared scene gets one that tells of nothing in other scenes. `noteOf` makes it.
 */
export function noteShared(
  by: { access: Access; audit(note: AuditNote): void },
  scene_ids: Iterable<number>,
  noteOf: (scene_id: number) => Omit<AuditNote, 'scene_id'>,
): void {
  for (const scene_id of by.access.sharedAmong(scene_ids)) by.audit({ ...noteOf(scene_id), scene_id })
}
