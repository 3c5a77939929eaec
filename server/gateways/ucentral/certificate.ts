import type { X509Certificate } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import type { DeviceKey } from '../../kernel/device-link.ts'
import { fingerprintOf } from '../../kernel/pki/fingerprint.ts'
import type { Pki } from '../../kernel/pki.ts'

/** Who a device is, from the certificate TLS has verified. */
export interface Bearer {
  /** 12 hex digits, lower case. */
  readonly serial: string
  readonly key: DeviceKey
}

/** Undefined: the common name is no serial number. The certificate object is let go of, it weighs kilobytes. */
export function bearerOf(tls: TLSSocket, pki: Pick<Pki, 'issuerOf'>): Bearer | undefined {
  const certificate: X509Certificate | undefined = tls.getPeerX509Certificate()
  const serial = certificate && serialOf(/^CN=(.*)$/m.exec(certificate.subject)?.[1])
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

/** A serial number in one spelling; spaces, colons, hyphens and case forgiven. */
export function serialOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 64) return undefined
  const digits = value.replace(/[\s:.-]/g, '').toLowerCase()
  return /^[0-9a-f]{12}$/.test(digits) ? digits : undefined
}
