import type { SlideVerdict } from '../../../ui/slide-captcha/slide-captcha.tsx'

/** Answer to the captcha, as calls accept it: a drag, or an answered question. */
export interface PuzzleAnswer {
  captcha_id: string
  captcha_x?: number
  captcha_trail?: number[]
  captcha_text?: string
  captcha_work?: string
}

/** Sends an answer; returns the result of the server. */
export type VerifySlide = (answer: PuzzleAnswer) => Promise<SlideVerdict>
