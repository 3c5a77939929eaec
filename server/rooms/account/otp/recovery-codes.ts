import { createHash, randomBytes } from 'node:crypto'
import { base32 } from './totp.ts'

const CODES = 10
/** 120 bits: it cannot be found from its hash. */
const BYTES = 15

const groups = (text: string) => text.match(/.{4}/g)?.join('-') ?? text

/** Ten codes for the case that the telephone is lost, in groups of four letters and digits. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => groups(base32(randomBytes(BYTES))))
}

/** The stored form of a code; spaces, dashes and case do not matter. */
export function hashRecoveryCode(code: string): Buffer {
  return createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z2-7]/g, ''))
    .digest()
}
