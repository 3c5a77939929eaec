import type { X509Certificate } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import type { DeviceKey } from '../../../devices/device-link.ts'
import { fingerprintOf } from '../../../base/keys/fingerprint.ts'
import type { CertificateNames } from '../../../devices/door-link.ts'
import type { Pki } from '../../../base/keys/pki.ts'

/** The identity of a device, from the certificate that TLS has verified. */
export interface Bearer {
  /** 12 hex digits, lower case. */
  readonly serial: string
  readonly key: DeviceKey
}

/**
 * Undefined: the common name is not a serial number. No reference to the certificate object is kept, since it takes kilobytes.
 */
export function bearerOf(tls: TLSSocket, pki: Pick<Pki, 'issuerOf'>): Bearer | undefined {
  const certificate: X509Certificate | undefined = tls.getPeerX509Certificate()
  const serial = certificate && serialOf(commonNameOf(certificate))
  return serial ? { serial, key: keyOf(certificate, pki) } : undefined
}

function keyOf(certificate: X509Certificate, pki: Pick<Pki, 'issuerOf'>): DeviceKey {
  return {
    fingerprint: fingerprintOf(certificate),
    issuer: pki.issuerOf(certificate),
    certificate: certificate.serialNumber.toLowerCase(),
    ends_at: Math.floor(certificate.validToDate.getTime() / 1000),
  }
}

/** A serial number in canonical form; spaces, colons, hyphens and upper case are accepted. */
export function serialOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 64) return undefined
  const digits = value.replace(/[\s:.-]/g, '').toLowerCase()
  return /^[0-9a-f]{12}$/.test(digits) ? digits : undefined
}

const MOST = 200

// biome-ignore lint/suspicious/noControlCharactersInRegex: any client chooses these names, and people read them
const unfit = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g

/** A distinguished name on one line. */
const lineOf = (name: string | undefined) =>
  (name ?? '')
    .slice(0, 4 * MOST)
    .split('\n')
    .join(', ')
    .replace(unfit, ' ')
    .trim()
    .slice(0, MOST)

/** The content of a certificate, cleaned for display. */
export function namesOf(certificate: X509Certificate | undefined): CertificateNames {
  if (!certificate) return { subject: '', issuer: '', serial: '', ends_at: 0 }
  const ends = Math.floor(certificate.validToDate.getTime() / 1000)
  return {
    subject: lineOf(certificate.subject),
    issuer: lineOf(certificate.issuer),
    serial: serialOf(commonNameOf(certificate)) ?? '',
    ends_at: Number.isFinite(ends) ? Math.min(Math.max(ends, 0), 4_102_444_800) : 0,
  }
}

/** The first value of a subject. */
const commonNameOf = ({ subject }: X509Certificate): string | undefined => /^CN=(.*)$/m.exec(subject ?? '')?.[1]
