/** Measures of the slide-to-verify picture in pixels; the drag is sampled every `throttle` ms. */
export const slideCaptcha = {
  width: 310,
  height: 155,
  piece: 42,
  radius: 10,
  /** Side of the square the piece with its knobs is cut out of. */
  box: 42 + 2 * 10 + 3,
  accuracy: 5,
  throttle: 50,
  failureReset: 1000,
} as const

/** The result of a drag: `fail` landed beside the gap, `again` too regular for a hand. */
export type DragVerdict = 'success' | 'fail' | 'again'

export interface CaptchaDrag {
  /** Left edge of the piece when it was let go, pixels. */
  x: number
  /** Vertical position at every sample, pixels. */
  trail: readonly number[]
}

/** True when `x` is within the tolerance of the gap: 1 to 10 pixels, -1 accepts any place. */
export function isInGap(x: number, gap: number, accuracy: number = slideCaptcha.accuracy): boolean {
  if (accuracy === -1) return true
  return Math.abs(x - gap) <= Math.min(10, Math.max(1, accuracy))
}

/** True when the vertical trail does not vary at all, as no hand moves; one sample alone does not vary. */
export function isUniform(trail: readonly number[]): boolean {
  return trail.every((y) => y === trail[0])
}

/** Judges a whole drag against the gap's left edge. */
export function evaluateDrag({ x, trail }: CaptchaDrag, gap: number, accuracy?: number): DragVerdict {
  if (!isInGap(x, gap, accuracy)) return 'fail'
  return isUniform(trail) ? 'again' : 'success'
}
