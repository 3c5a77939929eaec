import { X509Certificate } from 'node:crypto'
import { fingerprintOf } from '../../../base/keys/fingerprint.ts'

/** What is kept of a certificate (PEM): its key's fingerprint, its serial number, its end in Unix seconds. */
export function certificateFacts(pem: string): { fingerprint: string; certificate: string; ends_at: number } {
  const made = new X509Certificate(pem)
  return {
    fingerprint: fingerprintOf(made),
    certificate: made.serialNumber.toLowerCase(),
    ends_at: Math.floor(made.validToDate.getTime() / 1000),
  }
}
