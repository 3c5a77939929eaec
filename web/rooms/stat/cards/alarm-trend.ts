import type { SeriesOut } from '@belvedere/contract/rooms/stat/shapes.ts'

/** Maximum number of bars. */
const most = 60
const sizes = [1, 2, 3, 4, 6, 8, 12, 24, 48]

export interface Bucket {
  from: number
  to: number
  /** Alarms by level, in the order of the series. */
  counts: number[]
}

/**
 * Sums the counts of adjacent steps to reduce the number of bars; bars start at whole hours and days in local time.
 */
export function bucketsOf({ series, step }: Pick<SeriesOut, 'series' | 'step'>, ahead: number): Bucket[] {
  const moments = series[0]?.points ?? []
  const size = (sizes.find((one) => moments.length / one <= most) ?? Math.ceil(moments.length / most)) * step
  const buckets = new Map<number, Bucket>()
  series.forEach(({ points }, level) => {
    for (const [at, value] of points) {
      // no data for the step
      if (value === null) continue
      const from = Math.floor((at + ahead) / size) * size - ahead
      const bucket = buckets.get(from) ?? { from, to: from + size, counts: series.map(() => 0) }
      bucket.counts[level] = (bucket.counts[level] ?? 0) + value
      buckets.set(from, bucket)
    }
  })
  return [...buckets.values()].sort((a, b) => a.from - b.from)
}
