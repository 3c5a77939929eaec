import type { Words } from '@belvedere/contract/kit/text.ts'
import type { DocumentChange } from './change-rules.ts'
import { changesOf, isBelow } from './change-rules.ts'
import type { IntentCtx } from './compile-devices.ts'
import { type DeviceConfig, saveSync, listRules, setRunning } from './config-store.ts'
import { type JsonRecord, saveDocuments, loadDocuments } from './documents.ts'
import { asText, queryRunning, isOffline, tellsNothing } from './running.ts'
import type { Sync } from './sync-rules.ts'

/** What a device was sent last (or had when it was adopted), what it was found to run, and where they differ. */
export interface Drift {
  wanted: JsonRecord | null
  running: JsonRecord | null
  changes: DocumentChange[]
}

/** Differences that count: those at places a rule lets differ are left out. */
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

/** What a look at a device found: its state of sync, with how many differences count, or why what it runs cannot be told. */
export type DriftCheck = { sync: Sync } & ({ differences: number } | { why: Words })

/** Asks a device what it runs, keeps it and compares. */
export async function lookAt(at: IntentCtx, config: DeviceConfig, now: number): Promise<DriftCheck> {
  const found = config.verbs.includes('running') ? await queryRunning(at.system, config.device_id) : tellsNothing
  if ('why' in found) return { why: found.why, sync: await withoutAnswer(at, config, found.why, now) }
  const [digest = ''] = await saveDocuments(at.system, at.db, [found.config], now)
  await setRunning(at, config, { digest, uuid: found.uuid, at: now })
  const { changes } = await driftOf(at, { ...config, running: digest })
  return { differences: changes.length, sync: await markDrift(at, config, changes.length, now) }
}

/** One that does not say what it runs is judged by the number it reports. */
async function withoutAnswer(at: IntentCtx, config: DeviceConfig, why: Words, now: number): Promise<Sync> {
  if (isOffline(why)) return config.sync
  return saveSync(at, config, { is: 'mute' }, { message: asText(why), now })
}

export const markDrift = (at: IntentCtx, config: DeviceConfig, differences: number, now: number): Promise<Sync> =>
  saveSync(at, config, { is: 'found', differences }, { now })
