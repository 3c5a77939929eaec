import type { Access } from '../access.ts'
import type { AuditNote } from '../implement.ts'

/**
 * An action of a guest in several scenes is written to the log of each owner. The entry with all scenes belongs to the guest's team; each
 * shared scene gets one without data of other scenes. `noteOf` makes it.
 */
export function noteShared(
  by: { access: Access; audit(note: AuditNote): void },
  scene_ids: Iterable<number>,
  noteOf: (scene_id: number) => Omit<AuditNote, 'scene_id'>,
): void {
  for (const scene_id of by.access.sharedAmong(scene_ids)) by.audit({ ...noteOf(scene_id), scene_id })
}
