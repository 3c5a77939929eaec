import { feedbackErrors as errors } from '@belvedere/contract/rooms/feedback/errors.ts'
import type { Upload } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { wrongPictures } from './rules.ts'

/** Pixels of the longer side; enough to read a screenshot. */
const longest = 2000
/** Pixels a file may claim to have: a small file can unpack to gigabytes. */
const mostPixels = 50_000_000

export interface DrawnPicture {
  width: number
  height: number
  bytes: Buffer
}

/**
 * The uploaded pictures, drawn anew as WebP: where the picture was taken, and whatever else hid in the file, stays
 * behind. Refuses what is too much, too large or no picture.
 */
export async function drawAnew(uploads: readonly Upload[]): Promise<DrawnPicture[]> {
  const wrong = wrongPictures(uploads)
  if (wrong) throw refuse(wrong.error, wrong.values)
  const drawn: DrawnPicture[] = []
  // one after the other: each takes memory for all its pixels
  for (const upload of uploads) drawn.push(await drawOne(upload))
  return drawn
}

async function drawOne({ filename, bytes }: Upload): Promise<DrawnPicture> {
  const { default: sharp } = await import('sharp')
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
      .rotate()
      .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
    return { width: info.width, height: info.height, bytes: data }
  } catch (error) {
    throw Object.assign(refuse(errors.noPicture, { name: filename.slice(0, 64) }), { cause: error })
  }
}
