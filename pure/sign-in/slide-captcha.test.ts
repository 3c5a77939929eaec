import { expect, test } from 'vitest'
import { isUniform, evaluateDrag, isInGap } from './slide-captcha.ts'

test.each([
  [100, 100, undefined, true],
  [95, 100, undefined, true],
  [105, 100, undefined, true],
  [94, 100, undefined, false],
  [106, 100, undefined, false],
  [101, 100, 0, true],
  [102, 100, 0, false],
  [110, 100, 50, true],
  [111, 100, 50, false],
  [0, 300, -1, true],
  [102, 100, -2, false],
])('at %i for a gap at %i with accuracy %s matches: %s', (x, gap, accuracy, lands) => {
  expect(isInGap(x, gap, accuracy)).toBe(lands)
})

test.each([
  [[], true],
  [[4], true],
  [[4, 4, 4, 4], true],
  [[4, 4, 5, 4], false],
  [[1, 2, 3], false],
])('trail %j is uniform: %s', (trail, uniform) => {
  expect(isUniform(trail)).toBe(uniform)
})

test.each([
  [{ x: 103, trail: [0, 1, 1, 0] }, 'success'],
  [{ x: 120, trail: [0, 1, 1, 0] }, 'fail'],
  [{ x: 103, trail: [0, 0, 0] }, 'again'],
  [{ x: 103, trail: [] }, 'again'],
  [{ x: 120, trail: [0, 0, 0] }, 'fail'],
])('%j gives %s', (drag, verdict) => {
  expect(evaluateDrag(drag, 100)).toBe(verdict)
})
