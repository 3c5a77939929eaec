import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import { judgeDrag } from '@belvedere/pure/slide-captcha.ts'
import type { Ctx } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { takeCaptcha } from './store.ts'

/** As `puzzleAnswer` of the contract travels. */
export interface PuzzleAnswer {
  captcha_id?: string
  captcha_x?: number
  captcha_trail?: number[]
}

/** Tells the console to show a puzzle with the next try. */
export const puzzle = { captcha: 1 }

/** Refuses unless the answer solves its puzzle; the puzzle is spent either way. The call must run outside a transaction. */
export async function spendPuzzle(ctx: Ctx, { captcha_id, captcha_x, captcha_trail }: PuzzleAnswer): Promise<void> {
  if (captcha_id === undefined || captcha_x === undefined) throw refuse(errors.captchaNeeded, undefined, puzzle)
  const gap = await takeCaptcha(ctx, captcha_id, ctx.now())
  if (gap === undefined) throw refuse(errors.captchaFailed, undefined, puzzle)
  const verdict = judgeDrag({ x: captcha_x, trail: captcha_trail ?? [] }, gap)
  if (verdict === 'fail') throw refuse(errors.captchaFailed, undefined, puzzle)
  if (verdict === 'again') throw refuse(errors.captchaTooRegular, undefined, puzzle)
}
