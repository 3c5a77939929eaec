import type { ItemEnd } from '../task/api.ts'
import type { System } from '../../kernel/implement.ts'
import { countContents } from './diff/count-contents.ts'
import { type Confirmed, confirmBackup, setDiff } from './store.ts'

/** An archive that a device reports as sent is complete once the same bytes have arrived. */
export async function settleArchive(
  system: System,
  ask: string,
  device: { id: number; scene_id: number },
  end: ItemEnd,
): Promise<ItemEnd> {
  if (end.result !== 0) return end
  const { sha256 } = (end.data ?? {}) as { sha256?: unknown }
  const sent = typeof sha256 === 'string' ? sha256.toLowerCase() : undefined
  const arrived = await confirmBackup(system.db, ask, device.id, sent)
  if (!arrived) return { ...end, result: 1, reason: 'damaged' }
  await countLines(system, arrived)
  system.tell({ topic: 'backup', scene_id: device.scene_id })
  return { ...end, data: { ...(end.data as object | undefined), backup_id: arrived.id } }
}

/** The counts are optional: an archive that cannot be read is stored all the same. */
async function countLines(system: System, { id, unchanged, content_id, previous_id }: Confirmed): Promise<void> {
  if (unchanged || previous_id === null) return
  const diff = await countContents(system, previous_id, content_id).catch((error: unknown) =>
    system.log.warn({ backup_id: id, error: String(error) }, 'backup cannot be compared'),
  )
  if (diff) await setDiff(system.db, id, diff)
}
