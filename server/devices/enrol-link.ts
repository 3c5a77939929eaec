/**
 * The interface between the enrolment gateway and rooms, like `device-link.ts` for connected devices: the gateway speaks HTTP, rooms manage
 * tokens, tickets and files.
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
      /** Name (SNI) by which the host requests the certificate to pin. */
      server_name: string
      /** Base64 SHA-256 of that certificate's public key. */
      pin: string
      signing_key: string
    }
  | {
      refused: string
      /** `waits`: the same key may be sent again after the owner has accepted it. `revoked`: another key may be sent at once. */
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
      /** Address of the renewal after it has expired. */
      enrol_port: number
    }
  | { refused: string }

/** Checks a ticket for an upload: `{ ticket }` → `UploadAnswer`. Sent before a byte is read. */
export const uploadRequestSubject = 'device.upload-ask'

/** The team of the device that may upload, 0 when it has none; null: the ticket is invalid. */
export type UploadAnswer = { team_id: number } | null

/** A file arrived: `UploadTaken` → boolean, false when the ticket was used meanwhile. */
export const uploadSubject = 'device.upload'

export interface UploadTaken {
  ticket: string
  /** Name of the sealed file in the file store. */
  file: string
  /** Of what the device sent. */
  sent_sha256: string
  content: {
    /** Keyed, equal for equal configurations, independent of the packing. */
    digest: string
    /** Of the delivered file. */
    bytes: number
    sha256: string
    /** Bytes it takes. */
    stored: number
  }
}

/** Resolves a package ticket: `{ ticket }` → `{ file, sealed? } | null`, a name in the file store. */
export const packageSubject = 'device.package'
