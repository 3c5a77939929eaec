import { deviceErrors as errors } from '@belvedere/contract/rooms/device/errors.ts'
import { refuse } from '../../../kernel/refuse.ts'

const MAX_BYTES = 5 << 20
/** A picture that inflates to more is no icon. */
const MAX_PIXELS = 25_000_000
/** Side of the square, twice the largest place it is shown in. */
const SIDE = 96
const formats = new Set(['png', 'jpeg', 'webp'])

/**
 * The picture as a small square, drawn anew as WebP so that nothing else a file may carry survives. Answers a data URL of a
 * few kilobytes; refuses what is too large or no picture.
 */
export async function drawLogo(bytes: Buffer | undefined): Promise<string> {
  if (!bytes?.length || bytes.length > MAX_BYTES) throw refuse(errors.badPicture)
  const { default: sharp } = await import('sharp')
  const drawn = await sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .metadata()
    .then(({ format }) => {
      if (!formats.has(format ?? '')) throw new Error('another format')
      const background = { r: 0, g: 0, b: 0, alpha: 0 }
      return sharp(bytes, { limitInputPixels: MAX_PIXELS })
        .rotate()
        .resize(SIDE, SIDE, { fit: 'contain', background })
        .webp({ quality: 85 })
        .toBuffer()
    })
    .catch(() => undefined)
  if (!drawn) throw refuse(errors.badPicture)
  return `data:image/webp;base64,${drawn.toString('base64')}`
}
