import { say, type Words, type WordValues } from '@belvedere/contract/kit/text.ts'

/** A command that cannot be executed, with the reason in both languages. `error` is the uCentral status code. */
export class CommandRefusal extends Error {
  readonly words: Words
  readonly error: number

  constructor(words: Words, values?: WordValues, error = 2) {
    const filled = { zh: say(words, 'zh', values), en: say(words, 'en', values) }
    super(filled.en)
    this.words = filled
    this.error = error
  }
}

/** The reason of any thrown value; system errors exist only in English, so both languages have that text. */
export function reasonOf(thrown: unknown): CommandRefusal {
  if (thrown instanceof CommandRefusal) return thrown
  const text = (thrown instanceof Error ? thrown.message : String(thrown)).slice(0, 500)
  return new CommandRefusal({ zh: '执行失败：{text}', en: 'It failed: {text}' }, { text }, 1)
}
