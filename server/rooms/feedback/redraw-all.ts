import { feedbackErrors as errors } from '@belvedere/contract/rooms/feedback/errors.ts'
import { redraw, type Redrawn } from '../../engines/picture/redraw.ts'
import type { Upload } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { wrongPictures } from './rules.ts'

/** Large enough to read a screenshot. */
const SHAPE = { width: 2000, height: 2000, fit: 'inside', as: 'webp' } as const

/** Re-encodes the uploaded pictures. Refuses too many, too large ones, and files that are not pictures. */
export async function redrawAll(uploads: readonly Upload[]): Promise<Redrawn[]> {
  const wrong = wrongPictures(uploads)
  if (wrong) throw refuse(wrong.error, wrong.values)
  const pictures: Redrawn[] = []
  for (const { filename, bytes } of uploads) {
    const drawn = await redraw(bytes, SHAPE)
    if (!drawn) throw refuse(errors.noPicture, { name: filename.slice(0, 64) })
    pictures.push(drawn)
  }
  return pictures
}
