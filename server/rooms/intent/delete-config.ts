import { deleteConfigs } from './config-store.ts'
import type { IntentCtx } from './compile-devices.ts'

/**
 * Other hardware took the place of these devices: what they had when they were adopted, and what they ran, is no longer theirs.
 * It is read again when they come. Intents and revisions stay.
 */
export const deleteConfig = (at: IntentCtx, device_ids: readonly number[]): Promise<void> =>
  deleteConfigs(at, device_ids)
