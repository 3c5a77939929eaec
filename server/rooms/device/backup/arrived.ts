import type { System } from '../../../kernel/implement.ts'
import type { ItemEnd } from '../../log/api.ts'
import { confirmBackup, orphansOf } from './store.ts'

/** A device that says it sent its configuration is believed once the very bytes are here. */
export async function checkArrived(
  system: System,
  task_id: number,
  device: { id: number; scene_id: number },
  end: ItemEnd,
): Promise<ItemEnd> {
  if (end.result !== 0) return end
  const { sha256 } = (end.data ?? {}) as { sha256?: unknown }
  const arrived = await confirmBackup(
    system.db,
    task_id,
    device.id,
    typeof sha256 === 'string' ? sha256.toLowerCase() : undefined,
  )
  system.tell({ topic: 'backup', scene_id: device.scene_id, ids: [device.id] })
  return arrived ? end : { ...end, result: 1, reason: 'damaged' }
}

/** Removes files that no backup needs any more; to be called after the commit that let go of them. */
export async function dropOrphans(system: System, files: readonly string[]): Promise<void> {
  if (files.length === 0) return
  for (const file of await orphansOf(system.db, files)) await system.files.remove(file)
}
