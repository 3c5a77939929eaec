import { langOf, say, type Words, type WordValues } from '@belvedere/contract/kit/text.ts'

/** The language of the terminal user. */
export const lang = langOf(process.env.LC_ALL || process.env.LC_MESSAGES || process.env.LANG) ?? 'en'

/** One line on standard error, for systemd's journal or the terminal. */
export function print(words: Words, values?: WordValues): void {
  process.stderr.write(`${say(words, lang, values)}\n`)
}
