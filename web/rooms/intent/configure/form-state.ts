import { intentLevel } from '@belvedere/contract/rooms/intent/enums.ts'
import type { ValueLink } from '@belvedere/contract/rooms/intent/intent.ts'
import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import type { Effective, IntentKind } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import type { Fault } from '@belvedere/contract/kit/intent/fields.ts'
import { faultOf, faultsOf, faultWords, missingOf } from '@belvedere/contract/kit/intent/faults.ts'
import { getKind } from '@belvedere/contract/kit/intent/kinds.ts'
import type { Words } from '../../../kit/words/words.ts'
import type { FieldSpec } from './field-specs.ts'

/** An entry as the server returns it. */
export interface IntentEntry {
  kind: IntentKind
  key: string
  rev: number
  removed: ValueLink | null
  fields: Record<string, ValueLink[]>
}

/** The user's changes of one entry: its own fields after the change, or how it is removed. */
export interface IntentEdit {
  kind: IntentKind
  key: string
  fields: Readonly<Record<string, unknown>>
  /** Removed at this level although it is inherited. */
  removed: boolean
}

export type IntentEdits = ReadonlyMap<string, IntentEdit>
export type LevelId = Edit['level']

export const placeOf = ({ kind, key }: { kind: string; key: string }) => `${kind}/${key}`
const origins = ['scene', 'group', 'device'] as const

/** Fields set by the row of this level; secrets are `true`. */
export function ownFields({ fields }: Pick<IntentEntry, 'fields'>, level: LevelId): Record<string, unknown> {
  const origin = origins[level]
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, chain]) => {
      const own = chain.find((link) => link.origin === origin)
      return own ? [[name, own.value]] : []
    }),
  )
}

export const ownRemoved = ({ removed }: Pick<IntentEntry, 'removed'>, level: LevelId): boolean =>
  removed?.origin === origins[level]

/** The value of a field without the value of this level. */
export function inheritedLink(
  { fields }: Pick<IntentEntry, 'fields'>,
  name: string,
  level: LevelId,
): ValueLink | undefined {
  return fields[name]?.filter(({ origin }) => origin !== origins[level]).at(-1)
}

/** Effective values of an entry: its own fields over the inherited ones. */
export function valuesOf(entry: IntentEntry, edit: IntentEdit, level: LevelId): Record<string, unknown> {
  const inherited = Object.keys(entry.fields).flatMap((name) => {
    const link = inheritedLink(entry, name, level)
    return link ? [[name, link.value] as const] : []
  })
  return { ...Object.fromEntries(inherited), ...edit.fields }
}

/** The change that leaves an entry unchanged. */
export const unchanged = (entry: IntentEntry, level: LevelId): IntentEdit => ({
  kind: entry.kind,
  key: entry.key,
  fields: ownFields(entry, level),
  removed: ownRemoved(entry, level),
})

/** A new entry without values. */
export const blank = (kind: IntentKind, key: string): IntentEntry => ({ kind, key, rev: 0, removed: null, fields: {} })

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const sorted = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).sort(([a], [b]) => a.localeCompare(b)))

/** Edits for the changes; unchanged entries produce none. */
export function editsOf(
  entries: ReadonlyMap<string, IntentEntry>,
  edits: IntentEdits,
  level: LevelId,
  target_id: number,
): Edit[] {
  return [...edits.values()].flatMap((edit) => {
    const known = entries.get(placeOf(edit))
    const entry = known ?? blank(edit.kind, edit.key)
    const was = unchanged(entry, level)
    const isSame = edit.removed === was.removed && same(sorted(edit.fields), sorted(was.fields))
    if (isSame && (known || !getKind(edit.kind).bare)) return []
    const place = { level, target_id, kind: edit.kind, key: edit.key, rev: entry.rev }
    if (edit.removed) return [{ ...place, set: {}, removed: 1 as const }]
    const isEmpty = Object.keys(edit.fields).length === 0
    return [{ ...place, set: isEmpty && entry.rev > 0 ? null : { ...edit.fields } }]
  })
}

/**
 * Reason why an empty value is invalid at a device, because other fields require it. Above a device, the levels below
 * may still set it.
 */
export const missingAt = (
  spec: FieldSpec,
  values: Readonly<Record<string, unknown>>,
  level: LevelId,
): Words | undefined => (level === intentLevel.id.device ? missingOf(spec, spec.name, values) : undefined)

/** Reason why a typed value is invalid; undefined: it is valid. */
export function typedFault(spec: FieldSpec, value: unknown): Words | undefined {
  const fault = faultOf(spec, value)
  return fault && faultWords(fault)
}

/** Effective values of the target with the changes of the form: own fields of each entry over the inherited ones. */
export function holdingOf(entries: ReadonlyMap<string, IntentEntry>, edits: IntentEdits, level: LevelId): Effective {
  const all: Record<string, Record<string, unknown>> = {}
  for (const place of new Set([...entries.keys(), ...edits.keys()])) {
    const edit = edits.get(place)
    const entry = entries.get(place) ?? (edit && blank(edit.kind, edit.key))
    if (!entry) continue
    const { removed, ...own } = edit ?? unchanged(entry, level)
    if (removed || (entry.removed && !edit)) continue
    ;(all[entry.kind] ??= {})[entry.key] = valuesOf(entry, { removed, ...own }, level)
  }
  return all as Effective
}

/** Errors and warnings of an entry as a whole, beyond those of single fields. */
export function checkedFaults(entry: IntentEntry, edit: IntentEdit, level: LevelId, all: Effective): Fault[] {
  const kind = getKind(entry.kind)
  const looks = kind.check || Object.values(kind.fields).some(({ type }) => type === 'items')
  return looks && !edit.removed ? faultsOf(kind, valuesOf(entry, edit, level), all) : []
}
