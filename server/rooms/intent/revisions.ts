import { refuse } from '../../kernel/refuse.ts'
import { intentErrors as errors } from '@belvedere/contract/rooms/intent/errors.ts'
import type { Refusal } from '@belvedere/drivers/kit/compile.ts'
import { type IntentCtx, compileDevices } from './compile-devices.ts'
import {
  type RevisionState,
  findRevisions,
  insertRevisions,
  listUnsettled,
  setPending,
  settleRevisions,
  setUnneeded,
} from './config-store.ts'
import { type JsonRecord, saveDocuments, loadDocuments } from './documents.ts'
import { intentsAtPlace } from './remark-rules.ts'

export interface NewRevision {
  device_id: number
  document: JsonRecord
  explanation?: Record<string, string[]>
  refusals?: Refusal[]
}

export interface RevisionOptions {
  source: 'change' | 'back' | 'revert' | 'restore' | 'adopt' | 'power'
  change_id: number | null
  by: string
  now: number
}

/**
 * Stores documents that are about to be sent, each with a number above all earlier ones of its device; by device id.
 */
export async function saveRevisions(
  at: IntentCtx,
  list: readonly NewRevision[],
  options: RevisionOptions,
): Promise<Map<number, { id: number; uuid: number; digest: string }>> {
  const notes = list.map(({ explanation = {}, refusals = [] }) => ({ explanation, refusals }))
  const digests = await saveDocuments(
    at.system,
    at.db,
    [...list.map(({ document }) => document), ...notes],
    options.now,
  )
  const rows = list.map(({ device_id }, n) => ({
    device_id,
    digest: digests[n] ?? '',
    notes: digests[list.length + n] ?? null,
  }))
  const made = await insertRevisions(at, rows, options)
  return new Map(made.map(({ device_id, ...one }) => [device_id, one]))
}

export interface RevisionToSend {
  id: number
  device_id: number
  uuid: number
  digest: string
  /** The arguments of the verb `configure`. */
  args: { uuid: number; config: JsonRecord }
}

/**
 * Revisions with their documents, by id. Refuses with `noRevision` when one does not exist or the caller does not see
 * it.
 */
export async function revisionsToSend(at: IntentCtx, ids: readonly number[]): Promise<Map<number, RevisionToSend>> {
  const rows = await findRevisions(at, ids)
  if (rows.length < new Set(ids).size) throw refuse(errors.noRevision)
  const open = await loadDocuments(
    at.system,
    at.db,
    rows.map(({ digest }) => digest),
  )
  return new Map(
    rows.map(({ id, device_id, uuid, digest }) => [
      id,
      { id, device_id, uuid, digest, args: { uuid, config: open(digest) } },
    ]),
  )
}

/** The intents that each of a device's remarks on a revision concerns. */
export async function intentsOfRemarks(
  at: IntentCtx,
  revision_id: number,
  remarks: readonly { place?: string; text: string }[],
): Promise<string[][]> {
  const [row] = await findRevisions(at, [revision_id])
  if (!row?.notes) return remarks.map(() => [])
  const open = await loadDocuments(at.system, at.db, [row.digest, row.notes])
  const { explanation } = open(row.notes) as { explanation: Record<string, string[]> }
  return remarks.map((remark) => intentsAtPlace({ document: open(row.digest), explanation }, remark))
}

/**
 * Stores the results of revisions. `running`: it is the desired configuration of the device from now on. `failed`: the
 * device did not accept it, and the former one stays desired. `rejected`: the device did not accept it, and the set is
 * rolled back. `returned`: the device runs the former one again.
 */
export async function settle(
  at: IntentCtx,
  ends: readonly { id: number; end: RevisionState; message?: string }[],
  now: number,
): Promise<void> {
  await settleRevisions(
    at,
    ends.map(({ message = '', ...one }) => ({ ...one, message: message.slice(0, 1000) })),
    now,
  )
}

/** Marks devices as pending, after the set that was to configure them. */
export async function markPending(at: IntentCtx, device_ids: readonly number[], now: number): Promise<void> {
  if (device_ids.length === 0) return
  await setPending(at, device_ids, now)
}

/**
 * Intents changed: of these devices, those that waited for a configuration or refused one, and run the desired one now,
 * need nothing.
 */
export async function settleUnneeded(at: IntentCtx, device_ids: readonly number[], now: number): Promise<void> {
  const waiting = await listUnsettled(at, device_ids)
  if (waiting.length === 0) return
  const compiled = await compileDevices(at, waiting)
  const unneeded = waiting.filter((id) => compiled.get(id)?.changed === false)
  if (unneeded.length > 0) await setUnneeded(at, unneeded, now)
}
