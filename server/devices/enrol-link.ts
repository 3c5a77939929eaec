/**
 * Where the enrolment gateway and the rooms meet, as `device-link.ts` is for connected devices: the gateway speaks HTTP,
 * the device room knows tokens, tickets and files.
 */

/** A host exchanges its token: `HostEnrolRequest` → `EnrolAnswer`. */
export const enrolSubject = 'device.enrol'

export interface HostEnrolRequest {
  token: string
  /** 12 hex digits the host proposes. */
  serial: string
  hostname: string
  /** SPKI PEM; the gateway has checked that the host holds the private key. */
  public_key: string
  address: string
}

export type EnrolAnswer =
  | {
      certificate: string
      ca: string
      serial: string
      /** Name by which the host asks for the certificate it is to hold on to (SNI). */
      server_name: string
      /** Base64 SHA-256 of that certificate's public key. */
      pin: string
      signing_key: string
    }
  | {
      refused: string
      /** `waits`: the same key may come again when the owner has accepted it. `revoked`: another key may come at once. */
      key?: 'waits' | 'revoked'
    }

/** A certificate for the key a device is bound to: `CertificateRequest` → `CertificateAnswer`. */
export const certificateSubject = 'device.certificate'

export interface CertificateRequest {
  /** 12 hex digits. */
  serial: string
  /** SPKI PEM; the gateway has checked that the device holds the private key. */
  public_key: string
}

export type CertificateAnswer =
  | {
      certificate: string
      /** Unix seconds. */
      ends_at: number
      /** Where it is renewed when it has ended. */
      enrol_port: number
    }
  | { refused: string }

/** Is this ticket good for an upload: `{ ticket }` → `UploadAnswer`. Asked before a byte is taken. */
export const uploadRequestSubject = 'device.upload-ask'

/** The team of the device that may upload, 0 when it has none; null: the ticket is not good. */
export type UploadAnswer = { team_id: number } | null

/** A file arrived: `UploadTaken` → boolean, false when the ticket was used meanwhile. */
export const uploadSubject = 'device.upload'

export interface UploadTaken {
  ticket: string
  /** Name in the file store of what was sealed. */
  file: string
  /** Of what the device sent. */
  sent_sha256: string
  content: {
    /** Keyed, equal for equal configurations, however and whenever they were packed. */
    digest: string
    /** Of what is delivered when somebody asks for it. */
    bytes: number
    sha256: string
    /** Bytes it takes. */
    stored: number
  }
}

/** What a package ticket stands for: `{ ticket }` → `{ file, sealed? } | null`, a name in the file store. */
export const packageSubject = 'device.package'
