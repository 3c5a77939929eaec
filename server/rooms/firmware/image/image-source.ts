import type { Taken } from '../../../base/files/files.ts'

/** The bytes of an uploaded image, read piece by piece: it may be larger than memory. */
export type ImageSource = Pick<Taken, 'size' | 'part' | 'stream'>

/** What the bytes of an image tell of it; what they do not tell is missing. */
export interface Recognised {
  format: 'sysupgrade' | 'onie' | 'fit' | 'tar' | 'zip' | 'gzip' | 'plain'
  vendor?: string | undefined
  models?: string[] | undefined
  version?: string | undefined
  min_version?: string | undefined
}
