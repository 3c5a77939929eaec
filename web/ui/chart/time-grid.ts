/** A point as the API returns it: unix seconds and value; null: no data for that step. */
export type ChartPoint = readonly [number, number | null]

/** Even steps that contain the points of all series. */
export interface TimeGrid {
  start: number
  step: number
  count: number
}

/** Maximum number of steps: 30 days of minutes. */
const mostSteps = 50_000

/** The steps of [from, to), aligned with the points. */
export function gridOf(from: number, to: number, step: number, series: readonly (readonly ChartPoint[])[]): TimeGrid {
  const known = series.find((points) => points.length > 0)?.[0]?.[0] ?? from
  const start = known - Math.floor((known - from) / step) * step
  const count = Math.max(1, Math.min(mostSteps, Math.ceil((to - start) / step)))
  return { start, step, count }
}

/** Values by grid index; NaN where there are none. */
export function onGrid(points: readonly ChartPoint[], { start, step, count }: TimeGrid): Float64Array {
  const values = new Float64Array(count).fill(Number.NaN)
  for (const [at, value] of points) {
    const place = Math.round((at - start) / step)
    if (value !== null && place >= 0 && place < count) values[place] = value
  }
  return values
}

export interface Drawn {
  xs: number[]
  ys: (number | null)[][]
}

/**
 * Reduces the values to what is visible in `wide` pixels: if a pixel covers several steps, the minimum and the maximum
 * of each series are kept in their order. A month of five-minute steps becomes a few thousand points and no peak is
 * lost.
 */
export function thinned(series: readonly Float64Array[], { start, step, count }: TimeGrid, wide: number): Drawn {
  const size = Math.floor(count / Math.max(1, wide))
  if (size < 3) {
    const xs = Array.from({ length: count }, (_, place) => start + place * step)
    return { xs, ys: series.map((values) => Array.from(values, (value) => (Number.isNaN(value) ? null : value))) }
  }
  const buckets = Math.ceil(count / size)
  const xs = Array.from({ length: buckets * 2 }, (_, at) => start + ((at * size) / 2) * step)
  return { xs, ys: series.map((values) => extremes(values, size, buckets)) }
}

function extremes(values: Float64Array, size: number, buckets: number): (number | null)[] {
  const out = Array.from<number | null>({ length: buckets * 2 }).fill(null)
  for (let bucket = 0; bucket < buckets; bucket++) {
    let [low, high] = [-1, -1]
    for (let place = bucket * size; place < Math.min(values.length, (bucket + 1) * size); place++) {
      const value = values[place] as number
      if (Number.isNaN(value)) continue
      if (low < 0 || value < (values[low] as number)) low = place
      if (high < 0 || value > (values[high] as number)) high = place
    }
    if (low < 0) continue
    out[bucket * 2] = values[Math.min(low, high)] as number
    out[bucket * 2 + 1] = values[Math.max(low, high)] as number
  }
  return out
}
