import { Semaphore } from '../../base/process/semaphore.ts'

/** Maximum of pixels: a small file can unpack to gigabytes. */
const MOST_PIXELS = 50_000_000

/** Size and format of the result. */
export interface PictureShape {
  width: number
  height: number
  /** `cover` fills the box and crops the rest, `contain` fits into the box with padding, `inside` never enlarges. */
  fit: 'cover' | 'contain' | 'inside'
  as: 'webp' | 'png'
}

export interface Redrawn {
  width: number
  height: number
  bytes: Buffer
}

const semaphore = new Semaphore(1)

/**
 * Re-encodes an uploaded picture, so that no other content of the file survives: location, scripts, a second format. Undefined if it is no
 * PNG, JPEG or WebP, is damaged or has too many pixels. One at a time in a process, because each needs memory for all its pixels.
 */
export function redraw(bytes: Uint8Array, shape: PictureShape): Promise<Redrawn | undefined> {
  return new Promise((resolve) => {
    void semaphore.pass(() => draw(bytes, shape).then(resolve, () => resolve(undefined)))
  })
}

/** A picture as a data URL. */
export const dataUrl = ({ bytes }: Pick<Redrawn, 'bytes'>, as: PictureShape['as']): string =>
  `data:image/${as};base64,${bytes.toString('base64')}`

async function draw(bytes: Uint8Array, { width, height, fit, as }: PictureShape): Promise<Redrawn | undefined> {
  if (!isPicture(bytes)) return undefined
  const { default: sharp } = await import('sharp')
  const background = { r: 0, g: 0, b: 0, alpha: 0 }
  const resized = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .rotate()
    .resize({ width, height, fit, background, withoutEnlargement: fit === 'inside' })
  const drawn = as === 'webp' ? resized.webp({ quality: 82 }) : resized.png({ palette: true })
  const { data, info } = await drawn.toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, bytes: data }
}

/** The format by the first bytes; names and stated types are untrusted. No other format reaches a decoder. */
function isPicture(bytes: Uint8Array): boolean {
  const text = String.fromCharCode(...bytes.subarray(0, 16))
  if (text.startsWith('\x89PNG\r\n\x1a\n') || text.startsWith('\xff\xd8\xff')) return true
  return text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP'
}
