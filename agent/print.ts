import { langOf, say, type Words, type WordValues } from '@belvedere/contract/kit/text.ts'

/** The language of the person at this host's terminal. */
export const lang = langOf(process.env.LC_ALL || process.env.LC_MESSAGES || process.env.LANG) ?? 'en'

/** One line on standard error, where systemd's journal or the terminal takes it. */
export function print(words: Words, values?: WordValues): void {
  process.stderr.write(`${say(words, lang, values)}\n`)
}
