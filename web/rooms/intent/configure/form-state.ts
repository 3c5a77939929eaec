import { intentLevel } from '@belvedere/contract/rooms/intent/enums.ts'
import type { ValueLink } from '@belvedere/contract/rooms/intent/intent.ts'
import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import type { Effective, IntentKind } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import type { Fault } from '@belvedere/contract/kit/intent/fields.ts'
import { faultOf, faultsOf, faultWords, missingOf } from '@belvedere/contract/kit/intent/faults.ts'
import { getKind } from '@belvedere/contract/kit/intent/kinds.ts'
import type { Words } from '../../../kit/words/words.ts'
import type { FieldSpec } from './field-specs.ts'

/** What the server tells of one thing. */
export interface IntentEntry {
  kind: IntentKind
  key: string
  rev: number
  removed: ValueLink | null
  fields: Record<string, ValueLink[]>
}

/** What a person did to one thing: its own fields from now on, or how it goes. */
export interface IntentEdit {
  kind: IntentKind
  key: string
  fields: Readonly<Record<string, unknown>>
  /** Taken away here although it is inherited. */
  removed: boolean
}

export type IntentEdits = ReadonlyMap<string, IntentEdit>
export type LevelId = Edit['level']

export const placeOf = ({ kind, key }: { kind: string; key: string }) => `${kind}/${key}`
const origins = ['scene', 'group', 'device'] as const

/** Fields that the level's own row sets; secrets are `true`. */
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

/** What a field would be if this level said nothing of it. */
export function inheritedLink(
  { fields }: Pick<IntentEntry, 'fields'>,
  name: string,
  level: LevelId,
): ValueLink | undefined {
  return fields[name]?.filter(({ origin }) => origin !== origins[level]).at(-1)
}

/** What holds for a thing: its own fields over the inherited ones. */
export function valuesOf(entry: IntentEntry, edit: IntentEdit, level: LevelId): Record<string, unknown> {
  const inherited = Object.keys(entry.fields).flatMap((name) => {
    const link = inheritedLink(entry, name, level)
    return link ? [[name, link.value] as const] : []
  })
  return { ...Object.fromEntries(inherited), ...edit.fields }
}

/** The wish that leaves a thing as it is. */
export const unchanged = (entry: IntentEntry, level: LevelId): IntentEdit => ({
  kind: entry.kind,
  key: entry.key,
  fields: ownFields(entry, level),
  removed: ownRemoved(entry, level),
})

/** A thing nobody has said anything of. */
export const blank = (kind: IntentKind, key: string): IntentEntry => ({ kind, key, rev: 0, removed: null, fields: {} })

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const sorted = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).sort(([a], [b]) => a.localeCompare(b)))

/** Edits that make the wishes come true; what stays as it is gives none. */
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

/** Why an empty value is not accepted at a device, where the others need it. Above a device, the levels below may still fill it. */
export const missingAt = (
  spec: FieldSpec,
  values: Readonly<Record<string, unknown>>,
  level: LevelId,
): Words | undefined => (level === intentLevel.id.device ? missingOf(spec, spec.name, values) : undefined)

/** Why a typed value is not accepted; undefined: it is. */
export function typedFault(spec: FieldSpec, value: unknown): Words | undefined {
  const fault = faultOf(spec, value)
  return fault && faultWords(fault)
}

/** What holds for the target as the form stands: of each thing its own fields over the inherited ones. */
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

/** What is wrong with a thing beyond each field for itself, and what is to be warned of. */
export function checkedFaults(entry: IntentEntry, edit: IntentEdit, level: LevelId, all: Effective): Fault[] {
  const kind = getKind(entry.kind)
  const looks = kind.check || Object.values(kind.fields).some(({ type }) => type === 'items')
  return looks && !edit.removed ? faultsOf(kind, valuesOf(entry, edit, level), all) : []
}
