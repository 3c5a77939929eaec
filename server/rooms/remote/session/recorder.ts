import { StringDecoder } from 'node:string_decoder'
import { Redactor, type TypedText } from './redact.ts'

/** Maximum characters of one recording; later output is not stored, and the recording states that. */
const MOST = 2 << 20

export type Recorded = [seconds: number, kind: 'o' | 'i' | 'r', text: string]

export interface Cast {
  width: number
  height: number
  /** Unix seconds. */
  started_at: number
  events: Recorded[]
}

/** Stores the output of a terminal and the input, with the time of each. */
export class Recorder {
  bytes = 0
  truncated = false
  /** Data was added since it was last checked. */
  changed = false
  private readonly width: number
  private readonly height: number
  private readonly clock: () => number
  private readonly started: number
  private readonly events: { at: number; kind: Recorded[1]; of: TypedText }[] = []
  private readonly redactor = new Redactor()
  private readonly output = new StringDecoder('utf8')
  private readonly input = new StringDecoder('utf8')
  private size = 0

  /** `clock`: milliseconds since 1970. */
  constructor(width: number, height: number, clock: () => number) {
    this.width = width
    this.height = height
    this.clock = clock
    this.started = clock()
  }

  shown(bytes: Buffer): void {
    this.bytes += bytes.length
    const text = this.output.write(bytes)
    this.redactor.shown(text)
    this.keep('o', { text })
  }

  typed(bytes: Buffer): void {
    this.keep('i', this.redactor.typed(this.input.write(bytes)))
  }

  resized(cols: number, rows: number): void {
    this.keep('r', { text: `${cols}x${rows}` })
  }

  /** Everything so far. */
  cast(): Cast {
    this.changed = false
    const events = this.events.map(({ at, kind, of }): Recorded => [at, kind, of.text])
    return { width: this.width, height: this.height, started_at: Math.floor(this.started / 1000), events }
  }

  private keep(kind: Recorded[1], of: TypedText): void {
    this.changed = true
    if (this.truncated || of.text === '') return
    this.size += of.text.length + 20
    if (this.size > MOST) {
      this.truncated = true
      return
    }
    this.events.push({ at: Math.round(this.clock() - this.started) / 1000, kind, of })
  }
}
