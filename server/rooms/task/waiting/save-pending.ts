import { holdItems } from '../store.ts'
import type { Db } from '../../../kernel/db.ts'
import { insertWaiting, type PendingCommandRow } from './store.ts'

/** The items of these devices wait until each device connects, or the time is over. Durable with `db`'s transaction. */
export async function savePending(
  db: Db,
  devices: readonly { id: number }[],
  wait: Omit<PendingCommandRow, 'device_id'>,
): Promise<void> {
  if (devices.length === 0) return
  const ids = devices.map(({ id }) => id)
  await insertWaiting(db, ids, wait)
  await holdItems({ db }, wait.task_id, ids, wait.expires_at)
}
