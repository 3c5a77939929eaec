import { X509Certificate } from 'node:crypto'
import { fingerprintOf } from '../../../base/keys/fingerprint.ts'

/**
 * The facts of a certificate (PEM) that are stored: the fingerprint of its key, its serial number, its end in Unix
 * seconds.
 */
export function certificateFacts(pem: string): { fingerprint: string; certificate: string; ends_at: number } {
  const made = new X509Certificate(pem)
  return {
    fingerprint: fingerprintOf(made),
    certificate: made.serialNumber.toLowerCase(),
    ends_at: Math.floor(made.validToDate.getTime() / 1000),
  }
}
