/** From one moment to another, unix seconds. */
export interface Span {
  from: number
  to: number
}

/** A device was in the scene, there or not. */
export interface Stay extends Span {
  online: boolean
}

export interface Accounting {
  /** Seconds; a shorter absence does not count. */
  min_outage: number
}

export interface Availability {
  /** Seconds of the period the device was known in the scene, less those of maintenance. */
  counted: number
  /** Seconds of it that it was away. */
  down: number
  outages: number
  /** Seconds of maintenance, and of absences too short to count. */
  excluded: number
  forgiven: number
  /** Percent of `counted`; null: nothing was counted. */
  percent: number | null
}

const length = (spans: readonly Span[]) => spans.reduce((sum, { from, to }) => sum + (to - from), 0)

/** Spans in order without overlap; those that touch become one. */
export function merged(spans: readonly Span[]): Span[] {
  const list: Span[] = []
  for (const { from, to } of spans.filter((one) => one.to > one.from).toSorted((a, b) => a.from - b.from)) {
    const last = list.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else list.push({ from, to })
  }
  return list
}

export function clipped(spans: readonly Span[], { from, to }: Span): Span[] {
  return spans
    .map((one) => ({ from: Math.max(one.from, from), to: Math.min(one.to, to) }))
    .filter((one) => one.to > one.from)
}

/** What of the spans lies outside the others. */
export function without(spans: readonly Span[], others: readonly Span[]): Span[] {
  let left = merged(spans)
  for (const { from, to } of merged(others))
    left = left.flatMap((one) =>
      to <= one.from || from >= one.to
        ? [one]
        : [
            { from: one.from, to: from },
            { from: to, to: one.to },
          ].filter((piece) => piece.to > piece.from),
    )
  return left
}

/**
 * How long a device was there in a period. An absence counts when the whole of it, also beyond the period, lasted at least
 * `min_outage`; maintenance counts neither way, and an absence it begins or ends in counts for the rest of it.
 */
export function availabilityOf(
  stays: readonly Stay[],
  period: Span,
  maintenance: readonly Span[],
  { min_outage }: Accounting,
): Availability {
  const known = merged(clipped(stays, period))
  const windows = merged(clipped(maintenance, period))
  const absences = merged(stays.filter(({ online }) => !online))
  const long = clipped(
    absences.filter(({ from, to }) => to - from >= min_outage),
    period,
  )
  const short = clipped(
    absences.filter(({ from, to }) => to - from < min_outage),
    period,
  )
  const counted = length(without(known, windows))
  const downs = without(long, windows)
  const down = length(downs)
  return {
    counted,
    down,
    outages: downs.length,
    excluded: length(known) - counted,
    forgiven: length(without(short, windows)),
    percent: counted > 0 ? (100 * (counted - down)) / counted : null,
  }
}

/** Of many devices together: what counted of all of them. */
export function together(list: readonly Availability[]): Availability {
  const sum = (field: Exclude<keyof Availability, 'percent'>) => list.reduce((all, one) => all + one[field], 0)
  const [counted, down] = [sum('counted'), sum('down')]
  return {
    counted,
    down,
    outages: sum('outages'),
    excluded: sum('excluded'),
    forgiven: sum('forgiven'),
    percent: counted > 0 ? (100 * (counted - down)) / counted : null,
  }
}

/** Percent as it is printed: cut, not rounded, so that 100 % is said of nothing that was away. */
export const percentText = (percent: number | null): string =>
  percent === null ? '–' : `${(Math.floor(percent * 1000) / 1000).toFixed(3)} %`
