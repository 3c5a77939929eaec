import type { IntentCtx } from './compile-devices.ts'
import { putOpenBase } from './config-store.ts'
import { type JsonRecord, saveDocuments } from './documents.ts'

/** Stores the known configuration of a device that cannot report it, because it was just sent under another name. */
export async function saveImported(at: IntentCtx, device_id: number, document: JsonRecord): Promise<void> {
  const now = at.system.now()
  const [base = null] = await saveDocuments(at.system, at.db, [document], now)
  await putOpenBase(at, device_id, { base, base_at: now, base_from: 'imported', base_open: false }, now)
}
