import { isDeepStrictEqual } from 'node:util'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { NamedKind } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { errorOf, faultsOf, faultWords } from '@belvedere/contract/kit/intent/faults.ts'
import type { Fault } from '@belvedere/contract/kit/intent/fields.ts'
import { getKind, intentKinds, isStatedAt, secretFields } from '@belvedere/contract/kit/intent/kinds.ts'
import { shapeOf } from '@belvedere/contract/kit/intent/shape-of.ts'
import type { Lang } from '@belvedere/contract/kit/text.ts'
import { intentLevel } from '@belvedere/contract/rooms/intent/enums.ts'
import { intentErrors as errors } from '@belvedere/contract/rooms/intent/errors.ts'
import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import type { AuditNote } from '../../kernel/implement.ts'
import { inputCheck } from '../../kernel/http/input.ts'
import { refuse } from '../../kernel/refuse.ts'
import { type IntentCtx, mergeSecrets } from './compile-devices.ts'
import { hideFields, openFields, sealFields, vaultOf } from './secrets.ts'
import { dropIntents, holdIntents, type IntentRow, listTargets, type NewIntent, putIntents } from './store.ts'

const checks = new Map(intentKinds.map(({ name, fields }) => [name, inputCheck({ in: shapeOf(fields) })]))

/**
 * Validates a person's edits: the caller may change the targets, keys match, fields are known and within bounds.
 * Refuses invalid ones.
 */
export async function checkEdits(at: IntentCtx, edits: readonly Edit[], lang: Lang): Promise<Edit[]> {
  const mine = new Set((await listTargets(at, edits)).map(({ level, target_id }) => `${level} ${target_id}`))
  return edits.map((edit) => {
    const { level, target_id, key } = edit
    if (!mine.has(`${level} ${target_id}`)) throw refuse(errors.badTarget)
    const kind = getKind(edit.kind)
    if (!kind.key.is.test(key)) throw refuse(errors.badKey, { kind: kind.words[lang], key })
    // an existing intent may be removed at every level
    if (edit.set !== null && !isStatedAt(kind, level))
      throw refuse(errors.badLevel, { kind: kind.words[lang], level: intentLevel.label(level, lang) })
    return edit.set === null ? edit : { ...edit, set: checkFields(kind, edit.set, lang) }
  })
}

function checkFields(kind: NamedKind, set: Record<string, unknown>, lang: Lang): Record<string, unknown> {
  const kept = secretFields(kind.name).filter((field) => set[field] === true)
  const given = Object.fromEntries(Object.entries(set).filter(([field]) => !kept.includes(field)))
  const fields = checks.get(kind.name)?.(given, lang) ?? {}
  refuseFaults(
    faultsOf(kind, fields).filter(({ warning }) => !warning),
    lang,
  )
  for (const field of kept) fields[field] = true
  return fields
}

/** Each with its field; the first of them determines the error. */
function refuseFaults(faults: readonly Fault[], lang: Lang): void {
  const [first] = faults
  if (!first) return
  const fields = Object.fromEntries(faults.map((fault) => [fault.field, faultWords(fault)[lang]]))
  const error = errorOf(first)
  if (error) throw refuse(error, first.values, { fields })
  const [between, after] = lang === 'zh' ? ['；', '：'] : ['; ', ' ']
  const detail = Object.entries(fields).map(([field, text]) => `${field}${after}${text}`)
  throw refuse(commonErrors.badInput, undefined, { detail: detail.join(between), fields })
}

/** Edits with their secrets sealed, as a draft may store them; every function of this room takes them in this form. */
export async function sealEdits(at: Pick<IntentCtx, 'system'>, edits: readonly Edit[]): Promise<Edit[]> {
  const vault = await vaultOf(at.system)
  return edits.map((edit) => (edit.set === null ? edit : { ...edit, set: sealFields(vault, edit.kind, edit.set) }))
}

/** Edits for display: `true` instead of secrets. */
export const hideEdits = (edits: readonly Edit[]): Edit[] =>
  edits.map((edit) => (edit.set === null ? edit : { ...edit, set: hideFields(edit.kind, edit.set) }))

export interface Committed {
  /** The edits that revert them, in reverse order; secrets sealed. */
  inverse: Edit[]
  /** For the operation log, one for each edit that changed something. */
  notes: AuditNote[]
}

/**
 * Turns edits (checked before) into intents. Refuses with `changedMeanwhile` when a row has another `rev` than its edit
 * states, and with `badTarget` when the caller may no longer change a target.
 */
export async function commitEdits(
  at: IntentCtx,
  edits: readonly Edit[],
  who: { by: string; now: number },
): Promise<Committed> {
  const targets = new Map((await listTargets(at, edits)).map((one) => [`${one.level} ${one.target_id}`, one]))
  const rows = new Map((await holdIntents(at, edits)).map((row) => [placeOf(row), row]))
  const vault = await vaultOf(at.system)
  const put: NewIntent[] = []
  const drop: number[] = []
  const done: Committed = { inverse: [], notes: [] }
  for (const edit of edits) {
    const target = targets.get(`${edit.level} ${edit.target_id}`)
    if (!target) throw refuse(errors.badTarget)
    const row = rows.get(placeOf(edit))
    if (edit.rev !== undefined && edit.rev !== (row?.rev ?? 0))
      throw refuse(commonErrors.changedMeanwhile, { by: row?.changed_by ?? '' }, { place: placeOf(edit) })
    const next = edit.set === null && !edit.removed ? undefined : nextOf(edit, row, who, vault)
    if (!next && row) drop.push(row.id)
    if (next) put.push(next)
    if (isDeepStrictEqual(contentOf(next), contentOf(row))) continue
    done.inverse.unshift({ ...editPlace(edit), ...editOf(row) })
    done.notes.push({
      object: `intent:${placeOf(edit)}`,
      name: target.name,
      ...(target.scene_id === null ? {} : { scene_id: target.scene_id }),
      before: contentOf(row),
      after: contentOf(next),
    })
  }
  if (drop.length > 0) await dropIntents(at, drop)
  if (put.length > 0) await putIntents(at, put)
  return done
}

const placeOf = ({ level, target_id, kind, key }: Pick<Edit, 'level' | 'target_id' | 'kind' | 'key'>) =>
  `${level}/${target_id}/${kind}/${key}`
const editPlace = ({ level, target_id, kind, key }: Edit) => ({ level, target_id, kind, key })
const contentOf = (row: Pick<IntentRow, 'fields' | 'removed'> | undefined) =>
  row ? { fields: row.fields, ...(row.removed ? { removed: 1 } : {}) } : null
const editOf = (row: IntentRow | undefined): Pick<Edit, 'set' | 'removed'> =>
  row ? { set: row.fields, ...(row.removed ? { removed: 1 as const } : {}) } : { set: null }

function nextOf(
  edit: Edit,
  row: IntentRow | undefined,
  { by, now }: { by: string; now: number },
  vault: Awaited<ReturnType<typeof vaultOf>>,
): NewIntent {
  const kept = mergeSecrets(edit, row)
  const before = row ? openFields(vault, row.kind, row.fields) : {}
  const after = openFields(vault, edit.kind, kept)
  const same = (field: string) => row !== undefined && isDeepStrictEqual(before[field], after[field])
  // an unchanged secret keeps its sealed text: sealing it again would look like a change
  const fields = Object.fromEntries(
    Object.entries(sealFields(vault, edit.kind, kept)).map(([field, value]) => [
      field,
      same(field) ? row?.fields[field] : value,
    ]),
  )
  const origins = Object.fromEntries(
    Object.keys(fields).map((field) => [
      field,
      (same(field) && row?.origins[field]) || ([by, now] as [string, number]),
    ]),
  )
  return { ...editPlace(edit), fields, removed: edit.removed === 1, origins, changed_by: by, changed_at: now }
}
