/**
 * Where the enrolment gateway and the rooms meet, as `device-link.ts` is for connected devices: the gateway speaks HTTP,
 * the device room knows tokens, tickets and files.
 */

/** A host exchanges its token: `EnrolAsk` → `EnrolAnswer`. */
export const enrolSubject = 'device.enrol'

export interface EnrolAsk {
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
      /** Name to verify the gateway's certificate against; undefined: any it was given. */
      server_name?: string
      signing_key: string
    }
  | { refused: string }

/** Is this ticket good for an upload: `{ ticket }` → boolean. Asked before a byte is taken. */
export const uploadAskSubject = 'device.upload-ask'

/** A file arrived: `UploadTaken` → boolean, false when the ticket was used meanwhile. */
export const uploadSubject = 'device.upload'

export interface UploadTaken {
  ticket: string
  /** Name in the file store. */
  file: string
  bytes: number
  /** Of what the device sent. */
  sha256: string
  /** Of the content unpacked. */
  content_sha256: string
}

/** What a package ticket stands for: `{ ticket }` → `{ file } | null`, a name in the file store. */
export const packageSubject = 'device.package'
