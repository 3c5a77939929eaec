import type { SeriesOut } from '@belvedere/contract/rooms/stat/shapes.ts'

/** More bars are not told apart. */
const most = 60
const sizes = [1, 2, 3, 4, 6, 8, 12, 24, 48]

export interface Bucket {
  from: number
  to: number
  /** Alarms by level, in the order of the series. */
  counts: number[]
}

/** Counts of adjacent steps together, so that few enough bars are left; they begin at whole hours and days of the reader. */
export function bucketsOf({ series, step }: Pick<SeriesOut, 'series' | 'step'>, ahead: number): Bucket[] {
  const moments = series[0]?.points ?? []
  const size = (sizes.find((one) => moments.length / one <= most) ?? Math.ceil(moments.length / most)) * step
  const buckets = new Map<number, Bucket>()
  series.forEach(({ points }, level) => {
    for (const [at, value] of points) {
      // nothing is known of it
      if (value === null) continue
      const from = Math.floor((at + ahead) / size) * size - ahead
      const bucket = buckets.get(from) ?? { from, to: from + size, counts: series.map(() => 0) }
      bucket.counts[level] = (bucket.counts[level] ?? 0) + value
      buckets.set(from, bucket)
    }
  })
  return [...buckets.values()].sort((a, b) => a.from - b.from)
}
