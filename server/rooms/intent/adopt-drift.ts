import { isDeepStrictEqual } from 'node:util'
import { intentErrors as errors } from '@belvedere/contract/rooms/intent/errors.ts'
import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import type { Effective, IntentKind } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { discoverDrivers } from '../../devices/discover-drivers.ts'
import { refuse } from '../../kernel/refuse.ts'
import { type DocumentChange, intentsAt, pointerOf, withChange } from './change-rules.ts'
import type { IntentCtx } from './compile-devices.ts'
import { type DeviceConfig, replaceBase } from './config-store.ts'
import { type JsonRecord, saveDocuments, loadDocuments } from './documents.ts'
import type { Drift } from './drift-of.ts'
import { commitEdits, type Committed } from './edits.ts'
import { saveRevisions, settle } from './revisions.ts'
import { type IntentRow, listIntents } from './store.ts'

type AdoptedFields = Record<string, unknown>

/**
 * Accepts differences into the intent: where an intent set the value it becomes an intent of this device, otherwise
 * part of its base. Refuses with `notAdoptable` when an intent set it and no intent field can express it.
 */
export async function adoptChanges(
  at: IntentCtx,
  config: DeviceConfig,
  { wanted, running }: Drift & { wanted: JsonRecord; running: JsonRecord },
  chosen: readonly DocumentChange[],
  who: { by: string; now: number },
): Promise<Committed> {
  const outcome = await toldOf(at, config)
  const sorted = chosen.map((change) => ({ change, intents: intentsOf(change, wanted, outcome.explanation) }))
  const { readBack } = (await discoverDrivers()).find(({ family }) => family === config.family) ?? {}
  const edits = editsFor(
    config.device_id,
    sorted.filter(({ intents }) => intents.length > 0),
    readBack?.(wanted) ?? {},
    readBack?.(running) ?? {},
    await listIntents(at, { level: 2, target_id: config.device_id }),
  )
  const done = await commitEdits(at, edits, who)
  const own = sorted.filter(({ intents }) => intents.length === 0).map(({ change }) => change)
  if (own.length > 0) await changeBase(at, config, own, who.now)
  const document = chosen.reduce<unknown>(withChange, wanted) as JsonRecord
  const kept = await saveRevisions(at, [{ device_id: config.device_id, document, ...outcome }], {
    source: 'adopt',
    change_id: null,
    ...who,
  })
  await settle(at, [{ id: kept.get(config.device_id)?.id ?? 0, end: 'running' }], who.now)
  return done
}

async function toldOf(
  at: IntentCtx,
  { desired_notes }: DeviceConfig,
): Promise<{ explanation: Record<string, string[]> }> {
  if (desired_notes === null) return { explanation: {} }
  const open = await loadDocuments(at.system, at.db, [desired_notes])
  return open(desired_notes) as { explanation: Record<string, string[]> }
}

/** For an added value, the intents of its parent. */
function intentsOf({ place }: DocumentChange, wanted: JsonRecord, explanation: Record<string, string[]>): string[] {
  for (let at = place; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const pointer = pointerOf(wanted, at)
    if (pointer !== undefined) return intentsAt(explanation, pointer)
  }
  return []
}

/** Fields that differ in the running configuration, as edits of the device's own rows. */
function editsFor(
  device_id: number,
  sorted: readonly { change: DocumentChange; intents: string[] }[],
  was: Effective,
  is: Effective,
  rows: readonly IntentRow[],
): Edit[] {
  const edits = new Map<string, Edit>()
  for (const { change, intents } of sorted) {
    const found = intents.flatMap((name) => differing(name, was, is))
    if (found.length === 0) throw refuse(errors.notAdoptable, { place: change.place })
    for (const { kind, key, fields } of found) {
      const place = `${kind}/${key}`
      const row = rows.find((one) => one.kind === kind && one.key === key)
      const set = fields && { ...(edits.get(place)?.set ?? row?.fields), ...fields }
      edits.set(place, {
        level: 2,
        target_id: device_id,
        kind,
        key,
        set: set ?? {},
        ...(set ? {} : { removed: 1 as const }),
      })
    }
  }
  return [...edits.values()]
}

/** `fields` absent: the object was removed. */
function differing(
  intent: string,
  was: Effective,
  is: Effective,
): { kind: IntentKind; key: string; fields?: AdoptedFields }[] {
  const [kind, key, field] = intent.split('/') as [IntentKind, string, string?]
  const before = was[kind]?.[key] as AdoptedFields | undefined
  const after = is[kind]?.[key] as AdoptedFields | undefined
  if (before && !after) return [{ kind, key }]
  const names = field === undefined ? Object.keys({ ...before, ...after }) : [field]
  const changed = names.filter((name) => after?.[name] !== undefined && !isDeepStrictEqual(before?.[name], after[name]))
  return changed.length > 0
    ? [{ kind, key, fields: Object.fromEntries(changed.map((name) => [name, after?.[name]])) }]
    : []
}

async function changeBase(
  at: IntentCtx,
  { device_id, base, desired }: DeviceConfig,
  changes: readonly DocumentChange[],
  now: number,
): Promise<void> {
  const from = base ?? desired
  if (from === null) return
  const open = await loadDocuments(at.system, at.db, [from])
  const [digest = ''] = await saveDocuments(at.system, at.db, [changes.reduce<unknown>(withChange, open(from))], now)
  await replaceBase(at, device_id, digest)
}
