import type { Words } from '@belvedere/contract/kit/text.ts'
import type { Change } from './change-rules.ts'
import { changesOf, isBelow } from './change-rules.ts'
import type { At } from './compile-devices.ts'
import { type DeviceConfig, listRules, setRunning, setSync } from './config-store.ts'
import { type Json, keepDocuments, loadDocuments } from './documents.ts'
import { askRunning } from './running.ts'

/** What a device was sent last (or had when it was adopted), what it was found to run, and where they differ. */
export interface Drift {
  wanted: Json | null
  running: Json | null
  changes: Change[]
}

/** Differences that count: those at places a rule lets differ are left out. */
export async function driftOf(at: At, config: DeviceConfig): Promise<Drift> {
  const wantedDigest = config.desired ?? config.base
  const open = await loadDocuments(at.system, at.db, [wantedDigest, config.running])
  const wanted = wantedDigest === null ? null : open(wantedDigest)
  const running = config.running === null ? null : open(config.running)
  if (!wanted || !running || wantedDigest === config.running) return { wanted, running, changes: [] }
  const rules = await listRules(at, config.device_id)
  const changes = changesOf(wanted, running).filter(({ place }) => !rules.some((rule) => isBelow(place, rule.place)))
  return { wanted, running, changes }
}

/** Asks a device what it runs, keeps it and compares. Answers how many differences count, or why it cannot be told. */
export async function lookAt(
  at: At,
  config: DeviceConfig,
  now: number,
): Promise<{ differences: number } | { why: Words }> {
  const found = await askRunning(at.system, config.device_id)
  if ('why' in found) return found
  const [digest = ''] = await keepDocuments(at.system, at.db, [found.config], now)
  await setRunning(at, config.device_id, { digest, uuid: found.uuid, at: now })
  const { changes } = await driftOf(at, { ...config, running: digest })
  await markDrift(at, config, changes.length, now)
  return { differences: changes.length }
}

/** What is on its way or failed keeps its state; in sync and drifted follow what was found. */
export async function markDrift(
  at: At,
  { device_id, sync }: DeviceConfig,
  differences: number,
  now: number,
): Promise<void> {
  if (sync === 2 || sync === 4) return
  await setSync(at, [{ device_id, sync: differences > 0 ? 3 : 1 }], now)
}
