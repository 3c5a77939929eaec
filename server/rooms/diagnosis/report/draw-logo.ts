import { diagnosisErrors as errors } from '@belvedere/contract/rooms/diagnosis/errors.ts'
import { refuse } from '../../../kernel/refuse.ts'

const MAX_BYTES = 1 << 20
const MAX_PIXELS = 25_000_000
/** Twice the place it has on paper. */
const BOX = { width: 360, height: 132 }
const formats = new Set(['png', 'jpeg', 'webp'])

/** A logo drawn anew as PNG, so that nothing else a file may carry survives; a data URL. Refuses what is too large or no picture. */
export async function drawLogo(bytes: Buffer): Promise<string> {
  if (bytes.length === 0 || bytes.length > MAX_BYTES) throw refuse(errors.badLogo)
  const { default: sharp } = await import('sharp')
  const drawn = await sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .metadata()
    .then(({ format }) => {
      if (!formats.has(format ?? '')) throw new Error('another format')
      return sharp(bytes, { limitInputPixels: MAX_PIXELS })
        .rotate()
        .resize({ ...BOX, fit: 'inside', withoutEnlargement: true })
        .png({ palette: true })
        .toBuffer()
    })
    .catch(() => undefined)
  if (!drawn) throw refuse(errors.badLogo)
  return `data:image/png;base64,${drawn.toString('base64')}`
}

/** The picture of a data URL; undefined without. */
export const pictureOf = (url: string): Buffer | undefined =>
  url ? Buffer.from(url.slice(url.indexOf(',') + 1), 'base64') : undefined
