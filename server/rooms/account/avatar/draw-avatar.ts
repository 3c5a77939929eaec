import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import { refuse } from '../../../kernel/refuse.ts'

const MAX_BYTES = 5 << 20
/** A picture that inflates to more is no portrait. */
const MAX_PIXELS = 25_000_000
/** Side of the square, twice the largest place it is shown in. */
const SIDE = 160
const formats = new Set(['png', 'jpeg', 'webp'])

/**
 * The picture as a small square, drawn anew as WebP so that nothing else a file may carry survives. Answers a data URL of a
 * few kilobytes; refuses what is too large or no picture.
 */
export async function drawAvatar(bytes: Buffer): Promise<string> {
  if (bytes.length === 0 || bytes.length > MAX_BYTES) throw refuse(errors.notAPicture)
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS })
    const { format } = await picture.metadata()
    if (!formats.has(format ?? '')) throw refuse(errors.notAPicture)
    const drawn = await picture.rotate().resize(SIDE, SIDE, { fit: 'cover' }).webp({ quality: 82 }).toBuffer()
    return `data:image/webp;base64,${drawn.toString('base64')}`
  } catch {
    throw refuse(errors.notAPicture)
  }
}
