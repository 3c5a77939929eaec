import type { Words } from '@belvedere/contract/kit/text.ts'
import type { DocumentChange } from './change-rules.ts'
import { changesOf, isBelow } from './change-rules.ts'
import type { IntentCtx } from './compile-devices.ts'
import { type DeviceConfig, saveSync, listRules, setRunning } from './config-store.ts'
import { type JsonRecord, saveDocuments, loadDocuments } from './documents.ts'
import { asText, queryRunning, isOffline, tellsNothing } from './running.ts'
import type { Sync } from './sync-rules.ts'

/**
 * The configuration that a device was sent last (or its base), the running one that was found, and their differences.
 */
export interface Drift {
  wanted: JsonRecord | null
  running: JsonRecord | null
  changes: DocumentChange[]
}

/** The differences that count: places that a rule exempts are left out. */
export async function driftOf(at: IntentCtx, config: DeviceConfig): Promise<Drift> {
  const wantedDigest = config.desired ?? config.base
  const open = await loadDocuments(at.system, at.db, [wantedDigest, config.running])
  const wanted = wantedDigest === null ? null : open(wantedDigest)
  const running = config.running === null ? null : open(config.running)
  if (!wanted || !running || wantedDigest === config.running) return { wanted, running, changes: [] }
  const rules = await listRules(at, config.device_id)
  const changes = changesOf(wanted, running).filter(({ place }) => !rules.some((rule) => isBelow(place, rule.place)))
  return { wanted, running, changes }
}

/**
 * The result of reading a device: its sync state, with the number of differences that count, or why its configuration
 * is not known.
 */
export type DriftCheck = { sync: Sync } & ({ differences: number } | { why: Words })

/** Reads the running configuration of a device, stores it and compares. */
export async function lookAt(at: IntentCtx, config: DeviceConfig, now: number): Promise<DriftCheck> {
  const found = config.verbs.includes('running') ? await queryRunning(at.system, config.device_id) : tellsNothing
  if ('why' in found) return { why: found.why, sync: await withoutAnswer(at, config, found.why, now) }
  const [digest = ''] = await saveDocuments(at.system, at.db, [found.config], now)
  await setRunning(at, config, { digest, uuid: found.uuid, at: now })
  const { changes } = await driftOf(at, { ...config, running: digest })
  return { differences: changes.length, sync: await markDrift(at, config, changes.length, now) }
}

/** A device that does not report its configuration is judged by the number that it reports. */
async function withoutAnswer(at: IntentCtx, config: DeviceConfig, why: Words, now: number): Promise<Sync> {
  if (isOffline(why)) return config.sync
  return saveSync(at, config, { is: 'mute' }, { message: asText(why), now })
}

export const markDrift = (at: IntentCtx, config: DeviceConfig, differences: number, now: number): Promise<Sync> =>
  saveSync(at, config, { is: 'found', differences }, { now })
