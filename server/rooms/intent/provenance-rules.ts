import type { ValueLink } from '@belvedere/contract/rooms/intent/intent.ts'
import type { Effective, IntentKind } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { secretFields } from '@belvedere/contract/kit/intent/kinds.ts'

type LinkOrigin = ValueLink['origin']

/** One level's row; the form of its secrets does not matter. */
export interface SourceIntentRow {
  level: 0 | 1 | 2
  kind: IntentKind
  key: string
  fields: Record<string, unknown>
  removed: boolean
  rev: number
  origins: Record<string, [by: string, at: number]>
  changed_by: string
  changed_at: number
}

export interface ProvenanceEntry {
  kind: IntentKind
  key: string
  rev: number
  removed: ValueLink | null
  fields: Record<string, ValueLink[]>
}

const originOf: readonly LinkOrigin[] = ['scene', 'group', 'device']

/**
 * Every effective value of a target with all levels that set it, lowest priority first. `had` is the base of the
 * device. Secrets become `true`. `own`: the level whose `rev` is returned.
 */
export function chainsOf(
  had: Effective,
  hadOrigin: Extract<LinkOrigin, 'default' | 'base'>,
  rows: readonly SourceIntentRow[],
  own: 0 | 1 | 2,
): ProvenanceEntry[] {
  const entries = new Map<string, ProvenanceEntry>()
  const entryOf = (kind: IntentKind, key: string) => {
    const place = `${kind}/${key}`
    let entry = entries.get(place)
    if (!entry) entries.set(place, (entry = { kind, key, rev: 0, removed: null, fields: {} }))
    return entry
  }
  for (const [kind, things] of Object.entries(had) as [IntentKind, Record<string, Record<string, unknown>>][])
    for (const [key, fields] of Object.entries(things))
      for (const [field, value] of Object.entries(fields))
        link(entryOf(kind, key), field, { origin: hadOrigin, value: shown(kind, field, value), by: '', at: 0 })
  for (const row of [...rows].sort((a, b) => a.level - b.level)) {
    const entry = entryOf(row.kind, row.key)
    const origin = originOf[row.level] as LinkOrigin
    if (row.level === own) entry.rev = row.rev
    entry.removed = row.removed ? { origin, value: true, by: row.changed_by, at: row.changed_at } : null
    for (const [field, value] of Object.entries(row.fields)) {
      const [by, at] = row.origins[field] ?? [row.changed_by, row.changed_at]
      link(entry, field, { origin, value: shown(row.kind, field, value), by, at })
    }
  }
  return [...entries.values()].sort((a, b) => a.kind.localeCompare(b.kind) || a.key.localeCompare(b.key))
}

function link({ fields }: ProvenanceEntry, field: string, one: ValueLink): void {
  const chain = fields[field]
  if (chain) chain.push(one)
  else fields[field] = [one]
}

const shown = (kind: IntentKind, field: string, value: unknown) => (secretFields(kind).includes(field) ? true : value)
