import { hash, type X509Certificate } from 'node:crypto'

const SEQUENCE = 0x30
const INTEGER = 0x02
const VERSION = 0xa0

/**
 * SHA-256 of a certificate's public key (SPKI), hex. The bytes are copied from the certificate: re-encoding by the library takes a tenth of
 * a millisecond, which matters when ten thousand devices reconnect.
 */
export function fingerprintOf(certificate: X509Certificate): string {
  const spki = publicKeyIn(certificate.raw) ?? certificate.publicKey.export({ type: 'spki', format: 'der' })
  return hash('sha256', spki, 'hex')
}

/** Certificate → tbsCertificate → version?, serial number, algorithm, issuer, validity, subject, then the key (RFC 5280, 4.1). */
function publicKeyIn(der: Buffer): Buffer | undefined {
  const whole = partAt(der, 0, SEQUENCE)
  const signed = whole && partAt(der, whole.from, SEQUENCE)
  if (!signed) return undefined
  let at = signed.from
  if (der[at] === VERSION) at = partAt(der, at, VERSION)?.to ?? -1
  for (const tag of [INTEGER, SEQUENCE, SEQUENCE, SEQUENCE, SEQUENCE]) at = partAt(der, at, tag)?.to ?? -1
  const key = partAt(der, at, SEQUENCE)
  return key && key.to <= signed.to ? der.subarray(at, key.to) : undefined
}

/** Start and end of the content of the element at `at`; undefined: another element, or an indefinite length. */
function partAt(der: Buffer, at: number, tag: number): { from: number; to: number } | undefined {
  if (at < 0 || der[at] !== tag) return undefined
  const first = der[at + 1] ?? 0x80
  if (first < 0x80) return within(der, at + 2, first)
  const bytes = first & 0x7f
  if (bytes === 0 || bytes > 3 || at + 2 + bytes > der.length) return undefined
  return within(der, at + 2 + bytes, der.readUIntBE(at + 2, bytes))
}

const within = (der: Buffer, from: number, length: number) =>
  from + length <= der.length ? { from, to: from + length } : undefined
