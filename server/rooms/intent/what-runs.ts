import { syncState } from '@belvedere/contract/rooms/intent/sync/enums.ts'
import type { Effective } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { discoverDrivers } from '../../devices/discover-drivers.ts'
import type { IntentCtx } from './compile-devices.ts'
import { loadDocuments } from './documents.ts'
import { type ConfiguredDevice, listConfigured } from './store.ts'

/**
 * The running configuration of devices in terms of intents, by id: the one found when they have drifted, else the one
 * sent last, else their base. Devices without any of these, or whose driver cannot read it, are missing. Secrets are in
 * plain text: use only whether they are set, never their values.
 */
export async function whatRuns(at: IntentCtx, device_ids: readonly number[]): Promise<Map<number, Effective>> {
  const [devices, drivers] = await Promise.all([listConfigured(at, device_ids), discoverDrivers()])
  const readers = new Map(drivers.map(({ family, readBack }) => [family, readBack]))
  const open = await loadDocuments(at.system, at.db, devices.map(documentOf))
  // devices of one kind often run the same document
  const read = new Map<string, Effective>()
  const runs = new Map<number, Effective>()
  for (const device of devices) {
    const [digest, reader] = [documentOf(device), readers.get(device.family)]
    if (digest === null || !reader) continue
    const place = `${device.family} ${digest}`
    const known = read.get(place) ?? reader(open(digest))
    read.set(place, known)
    runs.set(device.id, known)
  }
  return runs
}

export const documentOf = ({ sync, running, desired, base }: ConfiguredDevice): string | null =>
  (sync === syncState.id.drifted ? running : null) ?? desired ?? running ?? base
