/**
 * The interface between servers of one-time paths and rooms, like `enrol-link.ts` for enrolment: kernel and gateways speak HTTP, rooms
 * manage tickets and files.
 */

/** A device asks for an image: `ImageRequest` → `{ file } | null`. Counts as one of the few times it may ask. */
export const imageSubject = 'device.image'

export interface ImageRequest {
  ticket: string
  /** The request has no TLS: signed images only. */
  plain: boolean
}

/** The complete image was sent: `{ ticket }`. The link is no longer valid. */
export const imageSentSubject = 'device.image-sent'

/** Checks a ticket for a packet capture: `{ ticket }` → `CaptureAnswer`. Sent before a byte is read. */
export const captureRequestSubject = 'device.capture-ask'

export type CaptureAnswer = { team_id: number; capture_id: number } | null

/** A capture arrived: `CaptureTaken` → boolean, false when the ticket was used meanwhile. */
export const captureSubject = 'device.capture'

export interface CaptureTaken {
  ticket: string
  /** Name of the sealed file in the file store. */
  file: string
  /** Of what the device sent. */
  bytes: number
}

/** Purpose of the seal of a capture. */
export const capturePurpose = (capture_id: number) => `capture ${capture_id}`
