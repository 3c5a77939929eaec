import type { ErrorSpec } from '@belvedere/contract/kit/define-errors.ts'
import type { WordValues } from '@belvedere/contract/kit/text.ts'
import { feedbackStatus } from '@belvedere/contract/rooms/feedback/enums.ts'
import { feedbackErrors as errors } from '@belvedere/contract/rooms/feedback/errors.ts'

const mostPictures = 5
const pictureMb = 5
export const mostADay = 50
const mostReplies = 200

export interface FeedbackPicture {
  filename: string
  bytes: Uint8Array
}

export interface FeedbackFault {
  error: ErrorSpec
  values: WordValues
}

/** The error of uploaded pictures, by number and size; undefined when there is none. */
export function wrongPictures(pictures: readonly FeedbackPicture[]): FeedbackFault | undefined {
  if (pictures.length > mostPictures) return { error: errors.tooManyPictures, values: { most: mostPictures } }
  for (const { filename, bytes } of pictures) {
    const name = filename.slice(0, 64)
    if (bytes.length > pictureMb << 20) return { error: errors.pictureTooLarge, values: { name, mb: pictureMb } }
  }
  return undefined
}

const { done, declined, withdrawn } = feedbackStatus.id

/** Why the author may not withdraw it. */
export function whyNotWithdraw(status: number): ErrorSpec | undefined {
  if (status === withdrawn) return errors.withdrawn
  return status === done || status === declined ? errors.ended : undefined
}

/** Why it is closed for replies. */
export function whyNotReply({ status, reply_cnt }: { status: number; reply_cnt: number }): FeedbackFault | undefined {
  if (status === withdrawn) return { error: errors.withdrawn, values: {} }
  return reply_cnt >= mostReplies ? { error: errors.tooLong, values: { most: mostReplies } } : undefined
}
