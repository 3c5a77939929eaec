import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

// RFC 6238 over RFC 4226 with the parameters that every authenticator app supports: SHA-1, six digits, thirty seconds.
// SHA-1 is secure in HMAC.
const STEP = 30
const DIGITS = 6
/** Steps by which a telephone's clock may differ, in both directions. */
const WINDOW = 1

/** A new secret of 160 bits, the length RFC 4226 recommends. */
export function newSecret(): Buffer {
  return randomBytes(20)
}

/** The code of one time step. */
export function codeAt(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

/** The time step of a code, near `now` (unix seconds); undefined when the code matches none. */
export function stepOf(secret: Buffer, code: string, now: number): number | undefined {
  const typed = Buffer.from(code.replace(/\s/g, ''))
  if (typed.length !== DIGITS) return undefined
  const present = Math.floor(now / STEP)
  const steps = Array.from({ length: 2 * WINDOW + 1 }, (_, at) => present - WINDOW + at)
  return steps.findLast((step) => timingSafeEqual(Buffer.from(codeAt(secret, step)), typed))
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 base32 without padding. */
export function base32(bytes: Buffer): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** The address an authenticator app reads from a QR code. */
export function otpUri(issuer: string, account: string, secret: Buffer): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`
}
