import { reportErrors as errors } from '@belvedere/contract/rooms/report/errors.ts'
import { dataUrl, redraw } from '../../engines/picture/redraw.ts'
import { refuse } from '../../kernel/refuse.ts'

const MOST_BYTES = 1 << 20
/** Twice its size on paper. */
const SHAPE = { width: 360, height: 132, fit: 'inside', as: 'png' } as const

/** A logo as a data URL. Refuses files that are too large or not pictures. */
export async function drawLogo(bytes: Buffer): Promise<string> {
  const drawn = bytes.length <= MOST_BYTES ? await redraw(bytes, SHAPE) : undefined
  if (!drawn) throw refuse(errors.badLogo)
  return dataUrl(drawn, SHAPE.as)
}

/** The picture of a data URL; undefined without. */
export const pictureOf = (url: string): Buffer | undefined =>
  url ? Buffer.from(url.slice(url.indexOf(',') + 1), 'base64') : undefined
