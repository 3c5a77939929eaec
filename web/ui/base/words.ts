import type { Words } from '@belvedere/contract/kit/text.ts'

export type { Words }

/** The page's language. It is set before the first paint; a change reloads the page. */
export const lang: 'zh' | 'en' = globalThis.document?.documentElement.lang === 'en' ? 'en' : 'zh'

const places = /\{(\w+)(?::([^|}]*)\|([^|}]*))?\}/g

/**
 * The text in the page's language. `{name}` is replaced from `values`; `{n:device|devices}` selects singular or plural
 * by the number.
 */
export function say(words: Words, values?: Readonly<Record<string, string | number>>): string {
  const text = words[lang]
  if (!values) return text
  return text.replace(places, (place, name: string, one?: string, many?: string) =>
    many === undefined ? String(values[name] ?? place) : String(String(values[name]) === '1' ? one : many),
  )
}
