import type { X509Certificate } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import type { DoorReason } from '../../../devices/door-link.ts'

/** What TLS says of a chain, by the names Node gives to OpenSSL's errors. */
const verdicts: Readonly<Record<string, DoorReason>> = {
  // the chain that was sent, or its only certificate, has an issuer that is not at hand
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknown-issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unknown-issuer',
  // the chain was sent up to its root, which is not trusted
  SELF_SIGNED_CERT_IN_CHAIN: 'unknown-issuer',
  // an authority was found whose own issuer is not at hand
  UNABLE_TO_GET_ISSUER_CERT: 'unknown-issuer',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self-signed',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not-yet-valid',
  CERT_REVOKED: 'revoked',
  INVALID_PURPOSE: 'wrong-purpose',
}

/** What ended a handshake before certificates were looked at, by the code of the error. */
const troubles: readonly (readonly [RegExp, DoorReason])[] = [
  // alerts are what the device says: it looked at our certificate and went
  [/ALERT_(UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_|UNSUPPORTED_CERTIFICATE|ACCESS_DENIED)/, 'distrusts-us'],
  [/HTTP_REQUEST|HTTPS_PROXY_REQUEST/, 'plain-http'],
  [
    /UNSUPPORTED_PROTOCOL|VERSION_TOO_LOW|NO_SHARED_|NO_SUITABLE|ALERT_PROTOCOL_VERSION|ALERT_HANDSHAKE_FAILURE/,
    'old-tls',
  ],
  [/WRONG_VERSION_NUMBER|UNKNOWN_PROTOCOL|PACKET_LENGTH|UNEXPECTED_MESSAGE|BAD_RECORD|RECORD_LAYER/, 'no-tls'],
  [/SIGNATURE|DECODE|ASN1|BAD_CERT|DECRYPT_ERROR|EE_KEY_TOO_SMALL|CA_MD_TOO_WEAK/, 'bad-certificate'],
]

/** Undefined: nothing was said on it, as by who only looks whether the port is open. */
export function reasonOfTrouble(error: NodeJS.ErrnoException, bytes: number): DoorReason | undefined {
  const code = `${error.code ?? ''} ${error.message}`
  const known = troubles.find(([pattern]) => pattern.test(code.toUpperCase()))?.[1]
  return known ?? (bytes > 0 ? 'interrupted' : undefined)
}

/** Why this certificate does not come in; undefined: it does. */
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
