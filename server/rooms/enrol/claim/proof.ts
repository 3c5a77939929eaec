import { createHash, timingSafeEqual } from 'node:crypto'
import { CLAIM_CAPABILITY, type IncomingDevice } from '../../device/api.ts'

/**
 * What a device reports about its owner: the digest of the code that it displays, and a token of the team that it shall
 * belong to.
 */
export interface PossessionProof {
  serial: string
  code_hash: string | undefined
  token: string | undefined
}

/** The normalized code: letters and digits, without case. */
const plainCode = (typed: string) => typed.replace(/[^0-9a-z]/gi, '').toUpperCase()

/** SHA-256 of the code in capital letters and digits, hex. A device reports this and never the code. */
export const hashCode = (typed: string): string => createHash('sha256').update(plainCode(typed)).digest('hex')

/** Takes the same time for every input. */
export function isCode(typed: string, hash: string | undefined): boolean {
  const wanted = Buffer.from(hash ?? '0'.repeat(64), 'hex')
  const given = Buffer.from(hashCode(typed), 'hex')
  return timingSafeEqual(wanted, given) && hash !== undefined && plainCode(typed).length >= 8
}

export function proofOf({ serial, identity }: IncomingDevice): PossessionProof | undefined {
  const said = identity.capabilities[CLAIM_CAPABILITY] as { code_sha256?: unknown; token?: unknown } | null | undefined
  if (typeof said !== 'object' || said === null) return undefined
  const { code_sha256, token } = said
  const code_hash = typeof code_sha256 === 'string' && /^[0-9a-f]{64}$/i.test(code_sha256) ? code_sha256 : undefined
  const given = typeof token === 'string' && /^[\w-]{16,128}$/.test(token) ? token : undefined
  return code_hash || given ? { serial, code_hash: code_hash?.toLowerCase(), token: given } : undefined
}
