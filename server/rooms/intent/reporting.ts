import type { Reporting } from '@belvedere/drivers/kit/define-device-driver.ts'
import { discoverDrivers } from '../../devices/discover-drivers.ts'
import type { IntentCtx } from './compile-devices.ts'
import { loadDocuments } from './documents.ts'
import { listConfigured } from './store.ts'
import { documentOf } from './what-runs.ts'

/**
 * The reports that the configuration of a device enables; undefined: not known, or configurations of its kind do not
 * define it.
 */
export async function reportingOf(at: IntentCtx, device_id: number): Promise<Reporting | undefined> {
  const [device] = await listConfigured(at, [device_id])
  const digest = device && documentOf(device)
  if (!device || !digest) return undefined
  const driver = (await discoverDrivers()).find(({ family }) => family === device.family)
  if (!driver?.reporting) return undefined
  const open = await loadDocuments(at.system, at.db, [digest])
  return driver.reporting(open(digest))
}

/** Seconds within which a device with this document reports its number; 0: it does not. */
export async function tellsWithin(family: string, document: Record<string, unknown>): Promise<number> {
  const driver = (await discoverDrivers()).find((one) => one.family === family)
  return driver?.reporting?.(document).tells ?? 0
}
