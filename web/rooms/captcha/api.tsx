import { lazyPart } from '../../kit/loading/lazy-part.ts'

/** Shows the captcha before a call is repeated with its answer. */
export const CaptchaDialog = lazyPart(() => import('./captcha-dialog.tsx'), 'CaptchaDialog')

export type { Attempted } from './captcha-dialog.tsx'
export type { PuzzleAnswer } from './puzzle/verify-slide.ts'
