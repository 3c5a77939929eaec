/** Messages of the protocol: one byte for the type, two for the length, then the payload. */
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

/** Splits a stream into messages; buffers at most one incomplete message, whose size is limited by the two bytes of length. */
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

  /** Whether the incomplete data can become a message of that type, no longer than allowed. */
  mayBecome(kindOf: number, most: number): boolean {
    const { rest } = this
    return (rest.length === 0 || rest[0] === kindOf) && (rest.length < HEAD || rest.readUInt16BE(1) <= most)
  }
}

/** Bytes of the first message of a device. */
export const MOST_REGISTRATION = 512

/** Content of the first message of a device: an id, a description and a token. */
export interface Registration {
  id: string
  token: string
}

/** `newer`: from version 8 on the message begins with a version number, and has another format. */
export function registrationOf(body: Buffer): Registration | 'newer' | undefined {
  if (body.length === 0 || body.length > MOST_REGISTRATION) return undefined
  if ((body[0] as number) < 0x20) return 'newer'
  const [id = '', , token = '', ...rest] = body.toString('latin1').split('\0')
  const whole = rest.length === 1 && rest[0] === ''
  return whole && isName(id) && isName(token) ? { id, token } : undefined
}

const isName = (text: string) => /^[0-9a-f]{32}$/.test(text)
