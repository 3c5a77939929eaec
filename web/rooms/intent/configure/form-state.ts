import { intentLevel } from '@belvedere/contract/rooms/intent/enums.ts'
import { intentErrors } from '@belvedere/contract/rooms/intent/errors.ts'
import type { ValueLink } from '@belvedere/contract/rooms/intent/intent.ts'
import type { Edit, IntentKind } from '@belvedere/contract/rooms/intent/shapes.ts'
import { unsafePlaceIn } from '@belvedere/pure/shell-text.ts'
import type { FieldSpec } from './field-specs.ts'

/** What the server tells of one thing. */
export interface Entry {
  kind: IntentKind
  key: string
  rev: number
  removed: ValueLink | null
  fields: Record<string, ValueLink[]>
}

/** What a person did to one thing: its own fields from now on, or how it goes. */
export interface Wish {
  kind: IntentKind
  key: string
  fields: Readonly<Record<string, unknown>>
  /** Taken away here although it is inherited. */
  removed: boolean
}

export type Wishes = ReadonlyMap<string, Wish>
export type LevelId = Edit['level']

export const placeOf = ({ kind, key }: { kind: string; key: string }) => `${kind}/${key}`
const origins = ['scene', 'group', 'device'] as const

/** Fields that the level's own row sets; secrets are `true`. */
export function ownFields({ fields }: Pick<Entry, 'fields'>, level: LevelId): Record<string, unknown> {
  const origin = origins[level]
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, chain]) => {
      const own = chain.find((link) => link.origin === origin)
      return own ? [[name, own.value]] : []
    }),
  )
}

export const ownRemoved = ({ removed }: Pick<Entry, 'removed'>, level: LevelId): boolean =>
  removed?.origin === origins[level]

/** What a field would be if this level said nothing of it. */
export function inheritedLink({ fields }: Pick<Entry, 'fields'>, name: string, level: LevelId): ValueLink | undefined {
  return fields[name]?.filter(({ origin }) => origin !== origins[level]).at(-1)
}

/** What holds for a thing: its own fields over the inherited ones. */
export function valuesOf(entry: Entry, wish: Wish, level: LevelId): Record<string, unknown> {
  const inherited = Object.keys(entry.fields).flatMap((name) => {
    const link = inheritedLink(entry, name, level)
    return link ? [[name, link.value] as const] : []
  })
  return { ...Object.fromEntries(inherited), ...wish.fields }
}

/** The wish that leaves a thing as it is. */
export const unchanged = (entry: Entry, level: LevelId): Wish => ({
  kind: entry.kind,
  key: entry.key,
  fields: ownFields(entry, level),
  removed: ownRemoved(entry, level),
})

/** A thing nobody has said anything of. */
export const blank = (kind: IntentKind, key: string): Entry => ({ kind, key, rev: 0, removed: null, fields: {} })

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const sorted = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).sort(([a], [b]) => a.localeCompare(b)))

/** Edits that make the wishes come true; what stays as it is gives none. */
export function editsOf(
  entries: ReadonlyMap<string, Entry>,
  wishes: Wishes,
  level: LevelId,
  target_id: number,
): Edit[] {
  return [...wishes.values()].flatMap((wish) => {
    const known = entries.get(placeOf(wish))
    const entry = known ?? blank(wish.kind, wish.key)
    const was = unchanged(entry, level)
    const isSame = wish.removed === was.removed && same(sorted(wish.fields), sorted(was.fields))
    // a new network needs no fields to be wanted; everything else does
    if (isSame && (known || wish.kind !== 'wireless')) return []
    const place = { level, target_id, kind: wish.kind, key: wish.key, rev: entry.rev }
    if (wish.removed) return [{ ...place, set: {}, removed: 1 as const }]
    const isEmpty = Object.keys(wish.fields).length === 0
    return [{ ...place, set: isEmpty && entry.rev > 0 ? null : { ...wish.fields } }]
  })
}

/** Why an empty value will not do at a device, where the others need it. Above a device, the levels below may still fill it. */
export function missingOf(
  spec: FieldSpec,
  values: Readonly<Record<string, unknown>>,
  level: LevelId,
): FieldSpec['hint'] {
  if (level !== intentLevel.id.device) return undefined
  const value = values[spec.name]
  const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  return isEmpty && spec.needed?.when(values) ? spec.needed.says : undefined
}

/** Why a typed value will not do; undefined: it will. An empty one is inherited. */
export function faultOf(spec: FieldSpec, value: unknown): { zh: string; en: string } | undefined {
  if (value === undefined || value === '' || value === true) return undefined
  const { min = 0, max = Number.POSITIVE_INFINITY } = spec
  if (spec.kind === 'number')
    return Number.isInteger(value) && Number(value) >= min && Number(value) <= max
      ? undefined
      : { zh: '请输入 ' + min + ' 到 ' + max + ' 的整数', en: `Enter a whole number from ${min} to ${max}` }
  if (spec.kind === 'secret') {
    if (typeof value !== 'string' || value.length < min || value.length > max)
      return { zh: '长度应为 ' + min + ' 到 ' + max + ' 个字符', en: `It has ${min} to ${max} characters` }
    return spec.form && !spec.form.is.test(value) ? spec.form.says : undefined
  }
  if (spec.kind === 'json') {
    if (typeof value !== 'object') return { zh: '不是有效的 JSON 对象', en: 'Not a JSON object' }
    const place = unsafePlaceIn(value)
    const { zh, en } = intentErrors.unsafeText
    return place === undefined ? undefined : { zh: zh.replace('{place}', place), en: en.replace('{place}', place) }
  }
  if (spec.kind === 'list') {
    const list = value as readonly unknown[]
    if (list.length > max) return { zh: '最多 ' + max + ' 项', en: `At most ${max}` }
    return list.every((one) => !spec.form || spec.form.is.test(String(one))) ? undefined : spec.form?.says
  }
  return spec.form && typeof value === 'string' && !spec.form.is.test(value) ? spec.form.says : undefined
}
