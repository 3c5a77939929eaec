import { isDeepStrictEqual } from 'node:util'
import { intentErrors as errors } from '@belvedere/contract/rooms/intent/errors.ts'
import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import type { Effective, NamedKind } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { intentKinds } from '@belvedere/contract/kit/intent/kinds.ts'
import { discoverDrivers } from '../../devices/discover-drivers.ts'
import { refuse } from '../../kernel/refuse.ts'
import { changesOf } from './change-rules.ts'
import { type IntentCtx, compileDevices } from './compile-devices.ts'
import { findRevisions } from './config-store.ts'
import { loadDocuments } from './documents.ts'
import { type IntentRow, listIntents } from './store.ts'

type RestoredFields = Record<string, unknown>

/**
 * Edits of the device's own intents that restore an earlier revision, secrets in plain text: seal them. `left` counts
 * the places that no intent field can express. Refuses with `noRevision` when it is not a revision of this device.
 */
export async function restoreEdits(
  at: IntentCtx,
  device_id: number,
  revision_id: number,
): Promise<{ edits: Edit[]; left: number }> {
  const [row] = await findRevisions(at, [revision_id])
  const now = (await compileDevices(at, [device_id])).get(device_id)
  const readBack = (await discoverDrivers()).find(({ family }) => family === now?.family)?.readBack
  if (row?.device_id !== device_id || !now?.document || !readBack) throw refuse(errors.noRevision)
  const then = (await loadDocuments(at.system, at.db, [row.digest]))(row.digest)
  const own = await listIntents(at, { level: 2, target_id: device_id })
  const [was, is] = [readBack(then), readBack(now.document)]
  const edits = intentKinds.flatMap((kind) => editsOf(device_id, kind, was, is, own))
  const again = (await compileDevices(at, [device_id], edits)).get(device_id)
  return { edits, left: changesOf(then, again?.document).length }
}

function editsOf(
  device_id: number,
  { name: kind, off }: NamedKind,
  was: Effective,
  is: Effective,
  own: readonly IntentRow[],
): Edit[] {
  const [before, now] = [
    (was[kind] ?? {}) as Record<string, RestoredFields>,
    (is[kind] ?? {}) as Record<string, RestoredFields>,
  ]
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].sort().flatMap((key) => {
    const place = { level: 2 as const, target_id: device_id, kind, key }
    const then = before[key]
    // an object that did not exist is switched off: the device itself may have it
    if (!then) return off ? [{ ...place, set: { ...off } }] : []
    const fields = Object.entries(then).filter(([name, value]) => !isDeepStrictEqual(now[key]?.[name], value))
    const row = own.find((one) => one.kind === kind && one.key === key)
    const kept = Object.fromEntries(
      Object.entries(row?.fields ?? {}).map(([name, value]) => [name, isSecret(value) ? true : value]),
    )
    return fields.length > 0 ? [{ ...place, set: { ...kept, ...Object.fromEntries(fields) } }] : []
  })
}

const isSecret = (value: unknown) => typeof value === 'object' && value !== null && 'sealed' in value
