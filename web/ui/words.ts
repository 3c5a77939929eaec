/** One text for people in both languages, on one line beside its use. */
export interface Words {
  readonly zh: string
  readonly en: string
}

/** The page's language; set before the first paint and changed only by a reload. */
export const lang: 'zh' | 'en' = globalThis.document?.documentElement.lang === 'en' ? 'en' : 'zh'

/** The text in the page's language, `{name}` places filled from `values`. */
export function say(words: Words, values?: Readonly<Record<string, string | number>>): string {
  const text = words[lang]
  return values ? text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place)) : text
}
