import { createHash } from 'node:crypto'
import { captchaErrors } from '@belvedere/contract/rooms/captcha/errors.ts'
import { leadingZeroBits, WORK_BITS, workText } from '@belvedere/pure/sign-in/proof-of-work.ts'
import { evaluateDrag } from '@belvedere/pure/sign-in/slide-captcha.ts'
import type { Ctx } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { plainAnswer } from './captcha-question.ts'
import { takeCaptcha } from './store.ts'

/** `puzzleAnswer` of the contract as sent: a drag, or an answered question. */
export interface CaptchaInput {
  captcha_id?: string
  captcha_x?: number
  captcha_trail?: number[]
  captcha_text?: string
  captcha_work?: string
}

/** Makes the console display a captcha with the next attempt. */
export const puzzle = { captcha: 1 }

/**
 * Refuses unless the answer solves its captcha; the captcha is removed in both cases. The call must run outside a
 * transaction.
 */
export async function spendPuzzle(ctx: Ctx, given: CaptchaInput): Promise<void> {
  const { captcha_id, captcha_x, captcha_trail = [], captcha_text, captcha_work = '' } = given
  if (captcha_id === undefined || (captcha_x === undefined && captcha_text === undefined))
    throw refuse(captchaErrors.captchaNeeded, undefined, puzzle)
  const { gap, answer } = (await takeCaptcha(ctx, captcha_id, ctx.now())) ?? { gap: null, answer: null }
  if (answer !== null && captcha_text !== undefined)
    return requireAnswer(captcha_id, answer, captcha_text, captcha_work)
  if (gap === null || captcha_x === undefined) throw refuse(captchaErrors.captchaFailed, undefined, puzzle)
  const verdict = evaluateDrag({ x: captcha_x, trail: captcha_trail }, gap)
  if (verdict === 'fail') throw refuse(captchaErrors.captchaFailed, undefined, puzzle)
  if (verdict === 'again') throw refuse(captchaErrors.captchaTooRegular, undefined, puzzle)
}

function requireAnswer(id: string, answer: string, text: string, work: string): void {
  const hash = createHash('sha256').update(workText(id, work)).digest()
  if (plainAnswer(text) !== answer || leadingZeroBits(hash) < WORK_BITS)
    throw refuse(captchaErrors.captchaFailed, undefined, puzzle)
}
