/** Messages of the protocol: one byte of kind, two of length, then the payload. */
export const kind = { register: 0, login: 1, logout: 2, data: 3, size: 4, heartbeat: 6 } as const

export interface RttyFrame {
  kind: number
  body: Buffer
}

const HEAD = 3
export function frame(kindOf: number, ...parts: (Buffer | readonly number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const head = Buffer.from([kindOf, body.length >> 8, body.length & 0xff])
  return Buffer.concat([head, body])
}

/** Cuts what comes into messages; holds at most one that is not whole, which its two bytes of length bound. */
export class Frames {
  private rest: Buffer = Buffer.alloc(0)

  take(bytes: Buffer): RttyFrame[] {
    const whole: RttyFrame[] = []
    this.rest = this.rest.length > 0 ? Buffer.concat([this.rest, bytes]) : bytes
    while (this.rest.length >= HEAD) {
      const end = HEAD + this.rest.readUInt16BE(1)
      if (this.rest.length < end) break
      whole.push({ kind: this.rest.readUInt8(0), body: this.rest.subarray(HEAD, end) })
      this.rest = this.rest.subarray(end)
    }
    return whole
  }

  /** Whether what is not whole yet can become a message of that kind, and no longer. */
  mayBecome(kindOf: number, most: number): boolean {
    const { rest } = this
    return (rest.length === 0 || rest[0] === kindOf) && (rest.length < HEAD || rest.readUInt16BE(1) <= most)
  }
}

/** Bytes of the first message of a device. */
export const MOST_REGISTRATION = 512

/** What a device says of itself first: an id and a token, a description between them. */
export interface Registration {
  id: string
  token: string
}

/** `newer`: from version 8 on the message begins with a small number, and is made otherwise. */
export function registrationOf(body: Buffer): Registration | 'newer' | undefined {
  if (body.length === 0 || body.length > MOST_REGISTRATION) return undefined
  if ((body[0] as number) < 0x20) return 'newer'
  const [id = '', , token = '', ...rest] = body.toString('latin1').split('\0')
  const whole = rest.length === 1 && rest[0] === ''
  return whole && isName(id) && isName(token) ? { id, token } : undefined
}

const isName = (text: string) => /^[0-9a-f]{32}$/.test(text)
