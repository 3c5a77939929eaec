import type { Lang, Words } from './text.ts'

/** Colour family of a value on screens; each has an icon beside it, because colour alone is not accessible. */
export type Tone = 'success' | 'warning' | 'danger' | 'primary' | 'neutral' | 'disabled'

export interface EnumValue<Id extends number | string = number | string> extends Words {
  readonly id: Id
  readonly tone?: Tone
}

export interface Enum<Key extends string, Id extends number | string> {
  /** The wire id by its name: `deviceType.id.router`. */
  readonly id: Readonly<Record<Key, Id>>
  readonly values: readonly EnumValue<Id>[]
  readonly ids: readonly Id[]
  /** The folder that holds one folder for each value; absent: the values are listed in the code. */
  readonly folder?: string
  /** Undefined for an id this version does not know; show the bare id then. */
  find(id: unknown): EnumValue<Id> | undefined
  label(id: unknown, lang: Lang): string
}

/** States an enumeration once: wire id, words in both languages, tone. Free of the schema library, so the web may import it. */
export function defineEnum<const T extends Record<string, EnumValue>>(
  entries: T,
  folder?: string,
): Enum<keyof T & string, T[keyof T]['id']> {
  type Id = T[keyof T]['id']
  const values = Object.values(entries) as unknown as EnumValue<Id>[]
  const byId = new Map<unknown, EnumValue<Id>>(values.map((value) => [value.id, value]))
  const id = Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, value.id]))
  return {
    id: id as Record<keyof T & string, Id>,
    values,
    ids: values.map((value) => value.id),
    ...(folder && { folder }),
    find: (wanted) => byId.get(wanted),
    label: (wanted, lang) => byId.get(wanted)?.[lang] ?? String(wanted),
  }
}

/** The id type of an enumeration made by `defineEnum`. */
export type IdOf<E> = E extends Enum<string, infer Id> ? Id : never
