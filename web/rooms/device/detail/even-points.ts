/** Maximum number of values of a small chart; more do not fit its pixels. */
const most = 240

type LoadPoint = readonly [number, number | null]

/**
 * Resamples a series to evenly spaced values from `from` to `to` (unix seconds), `step` the usual distance between
 * points: the mean of the values in each step, linear interpolation between points, null before the first, after the
 * last and around a point without a value.
 */
export function evenValues(points: readonly LoadPoint[], from: number, to: number, step: number): (number | null)[] {
  const count = Math.min(most, Math.max(1, Math.floor((to - from) / Math.max(1, step)) + 1))
  const width = (to - from) / Math.max(1, count - 1) || 1
  const values = new Array<number | null>(count).fill(null)
  let seen = 0
  let last: number | undefined
  for (const [at, value] of points) {
    const place = Math.round((at - from) / width)
    if (place < 0 || place >= count) continue
    if (value === null) {
      last = undefined
    } else if (place === last) {
      values[place] = ((values[place] ?? 0) * seen + value) / ++seen
    } else {
      if (last !== undefined) join(values, last, place, value)
      values[place] = value
      last = place
      seen = 1
    }
  }
  return values
}

function join(values: (number | null)[], from: number, to: number, end: number): void {
  const start = values[from] ?? end
  for (let place = from + 1; place < to; place++) values[place] = start + ((end - start) * (place - from)) / (to - from)
}
