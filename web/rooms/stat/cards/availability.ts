import type { SeriesOut } from '@belvedere/contract/rooms/stat/shapes.ts'

type CountedSeries = SeriesOut & { online_rate: number | null }

/** Share of online devices in percent, for devices counted over a period. */
export function availabilityOf({ from, to, step, series, online_rate, compare }: CountedSeries): SeriesOut {
  return {
    from,
    to,
    step,
    unit: '%',
    series: [rateOf(series)],
    total: online_rate,
    ...(compare && {
      compare: { ...compare, series: [rateOf(compare.series)], total: meanOf(rateOf(compare.series).points) },
    }),
  }
}

type StatSeries = SeriesOut['series']

function rateOf(series: StatSeries): StatSeries[number] {
  const totals = new Map(series.find(({ name }) => name === 'total')?.points)
  const online = series.find(({ name }) => name === 'online')?.points ?? []
  return { name: 'online', points: online.map(([at, value]) => [at, rate(value, totals.get(at))]) }
}

function rate(online: number | null, total: number | null | undefined): number | null {
  return online === null || !total ? null : Math.min(100, (online / total) * 100)
}

function meanOf(points: readonly (readonly [number, number | null])[]): number | null {
  const known = points.flatMap(([, value]) => (value === null ? [] : [value]))
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) / known.length : null
}

/** The same by day in local time: mean of the known values; null without any. */
export function daysOf({ from, to, series }: SeriesOut): { at: number; value: number | null }[] {
  const byDay = new Map<number, [sum: number, count: number]>()
  for (const [at, value] of rateOf(series).points) {
    const day = new Date(at * 1000).setHours(0, 0, 0, 0) / 1000
    const [sum, count] = byDay.get(day) ?? [0, 0]
    byDay.set(day, value === null ? [sum, count] : [sum + value, count + 1])
  }
  const days: { at: number; value: number | null }[] = []
  const cursor = new Date(from * 1000)
  cursor.setHours(0, 0, 0, 0)
  for (; cursor.getTime() / 1000 < to && days.length < 400; cursor.setDate(cursor.getDate() + 1)) {
    const at = cursor.getTime() / 1000
    const [sum, count] = byDay.get(at) ?? [0, 0]
    days.push({ at, value: count > 0 ? sum / count : null })
  }
  return days
}
