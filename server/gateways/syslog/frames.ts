/**
 * Splits a stream into messages, by octet counting or by line ends (RFC 6587), detected for each message. Buffers at most one
 * incomplete message.
 */
export class SyslogFrames {
  private rest: Buffer = Buffer.alloc(0)
  /** Bytes of a truncated message that are still to be skipped. */
  private skip = 0
  private skipLine = false
  private readonly bounds: { message: number; counted: number }

  constructor(bounds: { message: number; counted: number }) {
    this.bounds = bounds
  }

  /** Passes each complete message to `take`; false: this is not syslog, close the connection. */
  push(bytes: Buffer, take: (message: Buffer) => void): boolean {
    this.rest = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes])
    for (;;) {
      if (this.skip > 0 && !this.skipCounted()) return true
      if (this.skipLine && !this.skipToEnd()) return true
      const next = this.next(take)
      if (next !== 'again') return next === 'more'
    }
  }

  /** The connection ended: data without a final line end is a message as well. */
  end(take: (message: Buffer) => void): void {
    if (this.skip === 0 && !this.skipLine && this.rest.length > 0 && !isDigit(this.rest[0])) take(this.rest)
  }

  private next(take: (message: Buffer) => void): 'again' | 'more' | 'wrong' {
    const { rest, bounds } = this
    if (rest.length === 0) return 'more'
    if (isDigit(rest[0])) return this.counted(take)
    const end = endOfLine(rest)
    if (end >= 0) {
      if (end > 0) take(rest.subarray(0, Math.min(end, bounds.message)))
      this.rest = rest.subarray(end + 1)
      return 'again'
    }
    if (rest.length <= bounds.message) return 'more'
    take(rest.subarray(0, bounds.message))
    this.rest = rest.subarray(bounds.message)
    this.skipLine = true
    return 'again'
  }

  private counted(take: (message: Buffer) => void): 'again' | 'more' | 'wrong' {
    const { rest, bounds } = this
    const blank = rest.subarray(0, 8).indexOf(0x20)
    if (blank < 0) return rest.length < 8 ? 'more' : 'wrong'
    const said = rest.subarray(0, blank).toString('latin1')
    const length = Number(said)
    if (!/^[1-9]\d*$/.test(said) || length > bounds.counted) return 'wrong'
    const kept = Math.min(length, bounds.message)
    if (rest.length < blank + 1 + kept) return 'more'
    take(rest.subarray(blank + 1, blank + 1 + kept))
    this.rest = rest.subarray(blank + 1 + kept)
    this.skip = length - kept
    return 'again'
  }

  private skipCounted(): boolean {
    const gone = Math.min(this.skip, this.rest.length)
    this.rest = this.rest.subarray(gone)
    this.skip -= gone
    return this.skip === 0
  }

  private skipToEnd(): boolean {
    const end = endOfLine(this.rest)
    this.skipLine = end < 0
    this.rest = this.skipLine ? Buffer.alloc(0) : this.rest.subarray(end + 1)
    return !this.skipLine
  }
}

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39

/** A line feed, or NUL as some devices send it. */
function endOfLine(bytes: Buffer): number {
  const [line, zero] = [bytes.indexOf(0x0a), bytes.indexOf(0)]
  return line < 0 ? zero : zero < 0 ? line : Math.min(line, zero)
}
