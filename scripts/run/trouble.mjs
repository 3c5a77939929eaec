/** An error for the person at the terminal, in both languages; printed without a stack. */
export class Trouble extends Error {
  constructor(zh, en, detail = '') {
    super([zh, en, detail.trim()].filter(Boolean).join('\n'))
  }
}
