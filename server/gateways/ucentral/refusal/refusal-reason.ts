import type { X509Certificate } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import type { DoorReason } from '../../../devices/door-link.ts'

/** Results of chain verification, by Node's names of OpenSSL errors. */
const verdicts: Readonly<Record<string, DoorReason>> = {
  // the issuer of the chain, or of its only certificate, is missing
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknown-issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unknown-issuer',
  // the chain was sent up to its root, which is not trusted
  SELF_SIGNED_CERT_IN_CHAIN: 'unknown-issuer',
  // an authority was found whose own issuer is missing
  UNABLE_TO_GET_ISSUER_CERT: 'unknown-issuer',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self-signed',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not-yet-valid',
  CERT_REVOKED: 'revoked',
  INVALID_PURPOSE: 'wrong-purpose',
}

/** Reasons why a handshake ended before the certificate check, by error code. */
const troubles: readonly (readonly [RegExp, DoorReason])[] = [
  // alerts come from the device: it rejected our certificate
  [/ALERT_(UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_|UNSUPPORTED_CERTIFICATE|ACCESS_DENIED)/, 'distrusts-us'],
  [/HTTP_REQUEST|HTTPS_PROXY_REQUEST/, 'plain-http'],
  [
    /UNSUPPORTED_PROTOCOL|VERSION_TOO_LOW|NO_SHARED_|NO_SUITABLE|ALERT_PROTOCOL_VERSION|ALERT_HANDSHAKE_FAILURE/,
    'old-tls',
  ],
  [/WRONG_VERSION_NUMBER|UNKNOWN_PROTOCOL|PACKET_LENGTH|UNEXPECTED_MESSAGE|BAD_RECORD|RECORD_LAYER/, 'no-tls'],
  [/SIGNATURE|DECODE|ASN1|BAD_CERT|DECRYPT_ERROR|EE_KEY_TOO_SMALL|CA_MD_TOO_WEAK/, 'bad-certificate'],
]

/** Undefined: no data was received, as in a port scan. */
export function reasonOfTrouble(error: NodeJS.ErrnoException, bytes: number): DoorReason | undefined {
  const code = `${error.code ?? ''} ${error.message}`
  const known = troubles.find(([pattern]) => pattern.test(code.toUpperCase()))?.[1]
  return known ?? (bytes > 0 ? 'interrupted' : undefined)
}

/** Why this certificate is refused; undefined: it is accepted. */
export function reasonOfCertificate(
  tls: TLSSocket,
  certificate: X509Certificate | undefined,
  expiredIssuers: ReadonlySet<string>,
): DoorReason | undefined {
  if (!certificate) return 'no-certificate'
  if (tls.authorized) return undefined
  const code = String(tls.authorizationError ?? '')
  const reason = verdicts[code] ?? 'bad-certificate'
  if (reason === 'expired') return certificate.validToDate.getTime() < Date.now() ? 'expired' : 'issuer-expired'
  if (reason !== 'unknown-issuer') return reason
  if (expiredIssuers.has(certificate.issuer)) return 'issuer-expired'
  return certificate.issuerCertificate ? reason : 'partial-chain'
}
