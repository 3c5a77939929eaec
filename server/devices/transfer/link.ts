/**
 * Where what serves one-time paths and the rooms meet, as `enrol-link.ts` is for enrolment: kernel and gateways speak HTTP, the
 * device room knows tickets and files.
 */

/** A device asks for an image: `ImageRequest` → `{ file } | null`. Counts as one of the few times it may ask. */
export const imageSubject = 'device.image'

export interface ImageRequest {
  ticket: string
  /** It asks without TLS: signed images only. */
  plain: boolean
}

/** The whole image was sent: `{ ticket }`. The link is used up. */
export const imageSentSubject = 'device.image-sent'

/** Is this ticket good for a packet capture: `{ ticket }` → `CaptureAnswer`. Asked before a byte is taken. */
export const captureRequestSubject = 'device.capture-ask'

export type CaptureAnswer = { team_id: number; capture_id: number } | null

/** A capture arrived: `CaptureTaken` → boolean, false when the ticket was used meanwhile. */
export const captureSubject = 'device.capture'

export interface CaptureTaken {
  ticket: string
  /** Name in the file store of what was sealed. */
  file: string
  /** Of what the device sent. */
  bytes: number
}

/** What a capture is sealed for. */
export const capturePurpose = (capture_id: number) => `capture ${capture_id}`
