import { createHash, X509Certificate } from 'node:crypto'

/** What is kept of a certificate (PEM): its key's fingerprint, its serial number, its end in Unix seconds. */
export function certificateFacts(pem: string): { fingerprint: string; certificate: string; ends_at: number } {
  const made = new X509Certificate(pem)
  const spki = made.publicKey.export({ type: 'spki', format: 'der' })
  return {
    fingerprint: createHash('sha256').update(spki).digest('hex'),
    certificate: made.serialNumber.toLowerCase(),
    ends_at: Math.floor(made.validToDate.getTime() / 1000),
  }
}
