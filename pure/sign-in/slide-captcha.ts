/** Dimensions of the slide captcha in pixels; the drag is sampled every `throttle` ms. */
export const slideCaptcha = {
  width: 310,
  height: 155,
  piece: 42,
  radius: 10,
  /** Side of the square from which the piece with its knobs is cut. */
  box: 42 + 2 * 10 + 3,
  accuracy: 5,
  throttle: 50,
  failureReset: 1000,
} as const

/** The result of a drag: `fail` missed the gap, `again` is too regular for a human. */
export type DragVerdict = 'success' | 'fail' | 'again'

export interface CaptchaDrag {
  /** Left edge of the piece when it was released, pixels. */
  x: number
  /** Vertical position at every sample, pixels. */
  trail: readonly number[]
}

/** True when `x` is within the tolerance of the gap: 1 to 10 pixels, -1 accepts any position. */
export function isInGap(x: number, gap: number, accuracy: number = slideCaptcha.accuracy): boolean {
  if (accuracy === -1) return true
  return Math.abs(x - gap) <= Math.min(10, Math.max(1, accuracy))
}

/** True when the vertical trail does not vary at all, which no human drag shows; a single sample does not vary. */
export function isUniform(trail: readonly number[]): boolean {
  return trail.every((y) => y === trail[0])
}

/** Evaluates a drag against the left edge of the gap. */
export function evaluateDrag({ x, trail }: CaptchaDrag, gap: number, accuracy?: number): DragVerdict {
  if (!isInGap(x, gap, accuracy)) return 'fail'
  return isUniform(trail) ? 'again' : 'success'
}
