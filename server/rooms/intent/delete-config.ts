import { deleteConfigs } from './config-store.ts'
import type { IntentCtx } from './compile-devices.ts'

/**
 * Other hardware replaced these devices: their bases and running configurations no longer apply. They are read again
 * when they connect. Intents and revisions stay.
 */
export const deleteConfig = (at: IntentCtx, device_ids: readonly number[]): Promise<void> =>
  deleteConfigs(at, device_ids)
