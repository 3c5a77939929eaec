/** Maximum characters of typed text that wait for their echo; older ones count as not echoed. */
const MOST_PENDING = 4096
const DOT = '•'
const escapes = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g
const prompt = /(pass(word|phrase|code)?|secret|token|pin|密码|口令|密钥)[^\n]{0,60}[:：>]\s*$/i

export interface TypedText {
  text: string
}

interface PendingKey {
  of: TypedText
  at: number
  char: string
}

/**
 * Keeps only the typed characters that the terminal displays: a character that is not echoed before its line ends, or
 * is typed after a password prompt, becomes a dot. Control keys (arrows, Ctrl) stay.
 */
export class Redactor {
  private pending: PendingKey[] = []
  private line = ''
  private secret = false

  /** The text for the recording; it is completed when the terminal answers. */
  typed(text: string): TypedText {
    const one: TypedText = { text: '' }
    if (text.startsWith('\u001b')) return { text }
    const chars = [...text]
    one.text = chars.map((char) => (isText(char) ? DOT : char)).join('')
    chars.forEach((char, at) => {
      if (isText(char) && this.secret) return
      if (char === '\r' || char === '\n') this.secret = false
      this.pending.push({ of: one, at, char })
    })
    if (this.pending.length > MOST_PENDING) this.pending.splice(0, this.pending.length - MOST_PENDING)
    return one
  }

  /** The output of the terminal; typed text that occurs in it is not secret. */
  shown(text: string): void {
    const plain = text.replace(escapes, '')
    for (const char of plain) this.see(char)
    this.line =
      (this.line + plain)
        .split(/[\r\n]/)
        .at(-1)
        ?.slice(-200) ?? ''
    if (this.line) this.secret = prompt.test(this.line)
    if (this.secret) this.pending = []
  }

  private see(char: string): void {
    const [first] = this.pending
    if (!first) return
    const isEnd = char === '\r' || char === '\n'
    if (isEnd) return this.endLine()
    if (first.char !== char) return
    reveal(first)
    this.pending.shift()
  }

  /** Text typed before Enter that was not echoed by now stays hidden. */
  private endLine(): void {
    const end = this.pending.findIndex(({ char }) => char === '\r' || char === '\n')
    if (end >= 0) this.pending.splice(0, end + 1)
  }
}

function reveal({ of, at, char }: PendingKey): void {
  const chars = [...of.text]
  chars[at] = char
  of.text = chars.join('')
}

const isText = (char: string) => char >= ' ' && char !== '\u007f'
