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

/** Keeps documents that are about to be sent, each with a number above all its device has had; by device id. */
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

/** Revisions with their documents, by id. Refuses with `noRevision` when one is not there or not the caller's. */
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

/** Intents that each of a device's remarks on a revision is about. */
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
 * Says how revisions fared. `running`: it is what the device is wanted to run from now on. `failed`: it did not take it, and
 * what it ran stays wanted. `rejected`: it did not take it, and the set is taken back. `returned`: it is back at what it ran
 * before.
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

/** Shows devices as waiting for something to be sent, after the set that was to send it. */
export async function markPending(at: IntentCtx, device_ids: readonly number[], now: number): Promise<void> {
  if (device_ids.length === 0) return
  await setPending(at, device_ids, now)
}

/** What is wanted is changed: of these devices, those that waited for a configuration or refused one, and run what is wanted now, need nothing. */
export async function settleUnneeded(at: IntentCtx, device_ids: readonly number[], now: number): Promise<void> {
  const waiting = await listUnsettled(at, device_ids)
  if (waiting.length === 0) return
  const compiled = await compileDevices(at, waiting)
  const unneeded = waiting.filter((id) => compiled.get(id)?.changed === false)
  if (unneeded.length > 0) await setUnneeded(at, unneeded, now)
}
