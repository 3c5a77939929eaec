import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import type { Effective, IntentKind } from '@belvedere/contract/kit/intent/define-intent-kind.ts'

/** The intent of one level for one object, secrets in plain text. */
export interface StatedIntent {
  kind: IntentKind
  key: string
  fields: Record<string, unknown>
  removed: boolean
}

/** Fields by `kind/key`. Immutable: lower levels share what they do not change. */
export type IntentLayer = ReadonlyMap<
  string,
  { kind: IntentKind; key: string; fields: Readonly<Record<string, unknown>> }
>

export const placeOf = ({ kind, key }: Pick<StatedIntent, 'kind' | 'key'>) => `${kind}/${key}`

const none: IntentLayer = new Map()

/** Adds one level: its fields override the inherited ones, or remove an inherited entry. */
export function overlay(above: IntentLayer, rows: readonly StatedIntent[]): IntentLayer {
  if (rows.length === 0) return above
  const layer = new Map(above)
  for (const row of rows) {
    const place = placeOf(row)
    if (row.removed) layer.delete(place)
    else layer.set(place, { kind: row.kind, key: row.key, fields: { ...layer.get(place)?.fields, ...row.fields } })
  }
  return layer
}

/** Scene, then group, then device. */
export const layersOf = (...levels: (readonly StatedIntent[])[]): IntentLayer => levels.reduce(overlay, none)

/** The form for compilers; kinds and keys sorted, independent of the order of the rows. */
export function effectiveOf(layer: IntentLayer): Effective {
  const effective: Record<string, Record<string, unknown>> = {}
  for (const place of [...layer.keys()].sort()) {
    const entry = layer.get(place)
    if (!entry) continue
    const kind = (effective[entry.kind] ??= {})
    kind[entry.key] = entry.fields
  }
  return effective as Effective
}

/** The effective intents of one of many devices: the shared ones, `above`, changed where its own rows differ. */
export function effectiveOver(above: Effective, layer: IntentLayer, rows: readonly StatedIntent[]): Effective {
  const effective: Record<string, Record<string, unknown>> = { ...above }
  for (const row of rows) {
    const inherited = layer.get(placeOf(row))
    const wishes = { ...effective[row.kind] }
    if (row.removed) delete wishes[row.key]
    else wishes[row.key] = inherited ? { ...inherited.fields, ...row.fields } : row.fields
    effective[row.kind] = wishes
  }
  return effective as Effective
}

/** The rows of one target after edits. */
export function withEdits(rows: readonly StatedIntent[], edits: readonly Edit[]): StatedIntent[] {
  if (edits.length === 0) return [...rows]
  const byPlace = new Map(rows.map((row) => [placeOf(row), row]))
  for (const edit of edits) {
    const { kind, key, set, removed } = edit
    const place = placeOf(edit)
    if (set === null && !removed) byPlace.delete(place)
    else byPlace.set(place, { kind, key, fields: set ?? {}, removed: removed === 1 })
  }
  return [...byPlace.values()]
}
