import type { Words } from '@belvedere/contract/kit/text.ts'

/** The embedded PostgreSQL cannot run here; says why and what to do, in both languages. */
export class EmbeddedPostgresError extends Error {
  constructor(words: Words, detail = '') {
    super(`${words.zh}\n${words.en}${detail && `\n${detail.trim()}`}`)
    // it is read by a person at a terminal, to whom our call stack says nothing
    this.stack = this.message
  }
}
