import { defineEnum, type Enum } from '../define-enum.ts'
import type { Lang } from '../text.ts'
import type { IntentKind, LevelName, NamedKind } from './define-intent-kind.ts'
import { loadKinds } from './load-kinds.ts'

/** Every kind of intents, in the order of their pages. */
export const intentKinds: readonly NamedKind[] = Object.entries(loadKinds())
  .map(([name, spec]) => ({ ...(spec as Omit<NamedKind, 'name'>), name: name as IntentKind }))
  .sort((a, b) => a.order - b.order)

const byName = new Map<string, NamedKind>(intentKinds.map((kind) => [kind.name, kind]))

/** Undefined: a kind unknown to this version. */
export const findKind = (name: string): NamedKind | undefined => byName.get(name)

export function getKind(name: IntentKind): NamedKind {
  const kind = byName.get(name)
  if (!kind) throw new Error(`there is no kind of intents ${name}`)
  return kind
}

/** The subject of an intent; `key` identifies it within the kind. */
export const intentKind: Enum<string, IntentKind> = defineEnum(
  Object.fromEntries(intentKinds.map(({ name, words }) => [name, { id: name, ...words }])),
  'contract/intents',
)

/** The subject of an intent in words: `Radio 5 GHz`, `Port LAN1`. Keys chosen by people are shown unchanged. */
export function thingName(kind: string, key: string, lang: Lang): string {
  const fixed = findKind(kind)?.key.fixed?.find(({ id }) => id === key)
  return `${intentKind.label(kind, lang)} ${key && (fixed?.[lang] ?? key)}`.trim()
}

const secrets = new Map(
  intentKinds.map(({ name, fields }) => [
    name,
    Object.keys(fields).filter((field) => fields[field]?.type === 'secret'),
  ]),
)

/** The fields of one kind whose values are secrets. Computed once: it is used for every row of every device. */
export const secretFields = (kind: IntentKind): readonly string[] => secrets.get(kind) ?? []

const levels: readonly LevelName[] = ['scene', 'group', 'device']

/** Whether intents of the kind are stated at a level (0 scene, 1 device group, 2 device). */
export const isStatedAt = (kind: NamedKind, level: 0 | 1 | 2): boolean =>
  kind.levels?.includes(levels[level] as LevelName) ?? true
