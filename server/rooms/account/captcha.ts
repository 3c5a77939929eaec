import { randomBytes } from 'node:crypto'
import { captchaCalls } from '@belvedere/contract/rooms/account/captcha.ts'
import { slideCaptcha } from '@belvedere/pure/slide-captcha.ts'
import { implement } from '../../kernel/implement.ts'
import { drawCaptcha } from './captcha-picture.ts'
import { addCaptcha } from './store.ts'

/** Seconds a puzzle can be answered. */
const LIFE = 120
/** Puzzles that wait for an answer at once. */
const MOST = 5000

const dataUrl = (mime: string, bytes: Buffer) => `data:${mime};base64,${bytes.toString('base64')}`

export const calls = implement(captchaCalls, {
  async get(ctx) {
    const { image, cut, gap, y } = await drawCaptcha()
    const captcha_id = randomBytes(16).toString('hex')
    const expires_at = ctx.now() + LIFE
    await addCaptcha(ctx, { id: captcha_id, gap, expires_at }, MOST)
    const { width, height, box } = slideCaptcha
    return {
      captcha_id,
      image: dataUrl('image/jpeg', image),
      piece: dataUrl('image/png', cut),
      width,
      height,
      piece_width: box,
      y,
      expires_at,
    }
  },
})
