import { randomBytes } from 'node:crypto'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { captchaCalls } from '@belvedere/contract/rooms/captcha/captcha.ts'
import { WORK_BITS } from '@belvedere/pure/sign-in/proof-of-work.ts'
import { slideCaptcha } from '@belvedere/pure/sign-in/slide-captcha.ts'
import { placeOf } from '../../base/edge/address.ts'
import { implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { drawCaptcha } from './captcha-picture.ts'
import { drawQuestion } from './captcha-question.ts'
import { FairSemaphore } from '../../engines/fair-semaphore/fair-semaphore.ts'
import { addCaptcha } from './store.ts'

/** Seconds in which a captcha can be answered. */
const LIFE = 120
/** Seconds in which a question can be answered: listening and typing take longer. */
const QUESTION_LIFE = 300
/** Maximum number of open captchas. */
const MOST = 5000

/** Drawing is expensive, and anyone may request it: few run at once, and requesters take turns. */
const draws = new FairSemaphore({ atOnce: 2, atOnceRest: 2, waiting: 200, waitingOfOne: 20 })
/** Seconds after which a rejected request may be repeated. */
const WAIT = 5

const dataUrl = (mime: string, bytes: Buffer) => `data:${mime};base64,${bytes.toString('base64')}`

export const calls = implement(captchaCalls, {
  async get(ctx) {
    const drawn = await draws.take(placeOf(ctx.ip), false, drawCaptcha)
    if (!drawn) throw refuse(commonErrors.tooMany, { seconds: WAIT }, { seconds: WAIT })
    const { image, cut, gap, y } = drawn.done
    const captcha_id = randomBytes(16).toString('hex')
    const expires_at = ctx.now() + LIFE
    await addCaptcha(ctx, { id: captcha_id, gap, expires_at, place: placeOf(ctx.ip) }, MOST)
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
  async ask(ctx) {
    const { question, answer } = drawQuestion(ctx.lang)
    const captcha_id = randomBytes(16).toString('hex')
    const expires_at = ctx.now() + QUESTION_LIFE
    await addCaptcha(ctx, { id: captcha_id, answer, expires_at, place: placeOf(ctx.ip) }, MOST)
    return { captcha_id, question, work_bits: WORK_BITS, expires_at }
  },
})
