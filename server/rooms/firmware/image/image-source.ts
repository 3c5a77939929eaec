import type { Taken } from '../../../base/files/files.ts'

/** The bytes of an uploaded image, read in parts: it may be larger than memory. */
export type ImageSource = Pick<Taken, 'size' | 'part' | 'stream'>

/** The facts found in the bytes of an image; those not found are missing. */
export interface Recognised {
  format: 'sysupgrade' | 'onie' | 'fit' | 'tar' | 'zip' | 'gzip' | 'plain'
  vendor?: string | undefined
  models?: string[] | undefined
  version?: string | undefined
  min_version?: string | undefined
}
