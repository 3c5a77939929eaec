/**
 * Where what serves one-time paths and the rooms meet, as `enrol-link.ts` is for enrolment: kernel and gateways speak HTTP, the
 * device room knows tickets and files.
 */

/** A device asks for an image: `ImageAsk` → `{ file } | null`. Counts as one of the few times it may ask. */
export const imageSubject = 'device.image'

export interface ImageAsk {
  ticket: string
  /** It asks without TLS: signed images only. */
  plain: boolean
}

/** The whole image was sent: `{ ticket }`. The link is used up. */
export const imageSentSubject = 'device.image-sent'
