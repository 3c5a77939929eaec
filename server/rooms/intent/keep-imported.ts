import type { At } from './compile-devices.ts'
import { putOpenBase } from './config-store.ts'
import { type Json, keepDocuments } from './documents.ts'

/** What a device that cannot be asked is known to run because it was just given it, under another name. */
export async function keepImported(at: At, device_id: number, document: Json): Promise<void> {
  const now = at.system.now()
  const [base = null] = await keepDocuments(at.system, at.db, [document], now)
  await putOpenBase(at, device_id, { base, base_at: now, base_from: 'imported', base_open: false }, now)
}
