import type { SlideVerdict } from '../../../ui/slide-captcha/slide-captcha.tsx'

/** Answer to the puzzle, as every call that may want one takes it: a drag, or an answered question. */
export interface PuzzleAnswer {
  captcha_id: string
  captcha_x?: number
  captcha_trail?: number[]
  captcha_text?: string
  captcha_work?: string
}

/** Spends an answer; says what the server thought of it. */
export type VerifySlide = (answer: PuzzleAnswer) => Promise<SlideVerdict>
