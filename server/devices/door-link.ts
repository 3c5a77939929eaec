/**
 * Reports of refused connections from gateways to rooms. A stranger can open millions of them: a gateway combines equal ones and reports a
 * bounded number of rows every few seconds.
 */

/** Why a connection was refused, or ended before the identification. */
export type DoorReason =
  // its certificate
  | 'no-certificate'
  | 'unknown-issuer'
  | 'partial-chain'
  | 'self-signed'
  | 'expired'
  | 'not-yet-valid'
  | 'issuer-expired'
  | 'wrong-purpose'
  | 'bad-certificate'
  | 'no-serial'
  // ours, as it says
  | 'distrusts-us'
  | 'left'
  // what it speaks
  | 'plain-http'
  | 'no-tls'
  | 'old-tls'
  | 'interrupted'
  | 'no-websocket'
  | 'no-connect'
  | 'serial-mismatch'
  | 'no-driver'
  // who it is
  | 'other-key'
  | 'revoked'
  | 'blocked'
  | 'duplicate'

/** The fields of a certificate, verified or not: a client can write anything into it. */
export interface CertificateNames {
  /** One line each, bounded, without control characters. */
  readonly subject: string
  readonly issuer: string
  /** 12 hex digits, lower case; '': the common name is no serial number. */
  readonly serial: string
  /** Unix seconds; 0: unknown. */
  readonly ends_at: number
}

/** Equal refusals. */
export interface DoorRefusal extends CertificateNames {
  /** '' stands for several certificates of this address. */
  readonly address: string
  /** Where it is counted: the address, of IPv6 its network. */
  readonly place: string
  readonly reason: DoorReason
  /** The TLS error, for logs; ''. */
  readonly detail: string
  count: number
  readonly first_at: number
  last_at: number
}

/** Subject of `{ refusals: DoorRefusal[] }`, answered once they are stored. */
export const doorSubject = 'device.door'
