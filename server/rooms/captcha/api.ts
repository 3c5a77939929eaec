export { type CaptchaInput, puzzle, spendPuzzle } from './puzzle.ts'
export { sweepCaptchas } from './store.ts'
