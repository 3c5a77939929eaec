/** The two languages of the product; on the wire `zh` is written `cn`. */
export type Lang = 'zh' | 'en'

/** One text for people, in both languages, written on one line beside its use. */
export interface Words {
  readonly zh: string
  readonly en: string
}

/** Values for the `{name}` places of a text. */
export type WordValues = Readonly<Record<string, string | number>>

const places = /\{(\w+)(?::([^|}]*)\|([^|}]*))?\}/g

/**
 * The text in one language, `{name}` places filled from `values`; an unknown place stays as written. `{n:device|devices}` selects singular
 * or plural.
 */
export function say(words: Words, lang: Lang, values?: WordValues): string {
  const text = words[lang]
  if (!values) return text
  return text.replace(places, (place, name: string, one?: string, many?: string) => {
    if (!(name in values)) return place
    const value = String(values[name])
    return many === undefined ? value : value === '1' ? String(one) : many
  })
}

/** `cn` and `zh…` → `zh`; anything else → `en`. */
export function langOf(value: unknown): Lang | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  return value === 'cn' || value.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}
