/** From one time to another, unix seconds. */
export interface Span {
  from: number
  to: number
}

/** A device was in the scene, online or offline. */
export interface Stay extends Span {
  online: boolean
}

export interface Accounting {
  /** Seconds; a shorter absence does not count. */
  min_outage: number
}

export interface Availability {
  /** Seconds of the period in which the device was in the scene, without maintenance. */
  counted: number
  /** Seconds of it in which it was offline. */
  down: number
  outages: number
  /** Seconds of maintenance, and of outages too short to count. */
  excluded: number
  forgiven: number
  /** Percent of `counted`; null: nothing was counted. */
  percent: number | null
}

const length = (spans: readonly Span[]) => spans.reduce((sum, { from, to }) => sum + (to - from), 0)

/** Spans in order without overlap; adjacent ones are merged. */
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

/** The parts of the spans outside of the others. */
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
 * The availability of a device in a period. An outage counts when its whole duration, also beyond the period, is at
 * least `min_outage`; maintenance is not counted, and an outage that begins or ends in it counts for the rest of it.
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

/** Of many devices together: the sum of their counted time. */
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

/** Percent for printing: cut, not rounded, so that 100 % means no outage. */
export const percentText = (percent: number | null): string =>
  percent === null ? '–' : `${(Math.floor(percent * 1000) / 1000).toFixed(3)} %`
