/** Periods of statistics: their extension to steps, and the roll-ups that contain them. Pure. */

const HOUR = 3600
const DAY = 86_400
/** Longest period of one query. */
const LONGEST = 3 * 366 * DAY

export interface TimePeriod {
  from: number
  to: number
}

/** The requested period, by default the last 24 hours; undefined when it ends before it begins. */
export function requestedPeriod(asked: { from?: number; to?: number }, now: number): TimePeriod | undefined {
  const to = Math.min(asked.to || now, now)
  const from = Math.max(asked.from ?? to - DAY, to - LONGEST, 0)
  return from < to ? { from, to } : undefined
}

export type RollupLevel = '5m' | '1h' | '1d'
export type CurveDetail = 'fine' | 'coarse'
export interface PeriodSteps extends TimePeriod {
  level: RollupLevel
  /** Seconds between points. */
  step: number
  /** Steps begin at multiples of `step` after this. */
  origin: number
}

export const secondsOf = { '5m': 300, '1h': HOUR, '1d': DAY } as const satisfies Record<RollupLevel, number>

/** Maximum points of a curve; more cannot be distinguished. */
const MOST = 400

/**
 * The roll-up of a curve, and its steps. `offset`: seconds by which local clocks are ahead of UTC; steps of hours
 * follow them. `coarse`: for values that change rarely, and have no roll-up of five minutes.
 */
export function stepsOf({ from, to }: TimePeriod, offset: number, detail: CurveDetail = 'fine'): PeriodSteps {
  const span = to - from
  if (span <= 36 * HOUR && detail === 'fine') return stepped(from, to, '5m', upTo(span / MOST, 300), 0)
  const origin = -Math.round(offset / HOUR) * HOUR
  if (span <= (detail === 'fine' ? 45 : 8) * DAY) {
    const step = [1, 2, 3, 4, 6, 8, 12].map((hours) => hours * HOUR).find((one) => span / one <= MOST)
    return stepped(from, to, '1h', step ?? 12 * HOUR, origin)
  }
  return stepped(from, to, '1d', upTo(span / MOST, DAY), 0)
}

const upTo = (least: number, unit: number) => Math.max(1, Math.ceil(least / unit)) * unit
const stepped = (from: number, to: number, level: RollupLevel, step: number, origin: number): PeriodSteps => ({
  level,
  step,
  origin,
  from: Math.floor((from - origin) / step) * step + origin,
  to,
})

export interface PeriodPiece extends TimePeriod {
  level: '1h' | '1d'
}

/**
 * A period as whole hours and, in its middle, whole days: the fewest rows that add up to it. A period up to the present
 * includes the current hour and day as far as they are known.
 */
export function piecesOf({ from, to }: TimePeriod, now: number): PeriodPiece[] {
  const begin = Math.floor(from / HOUR) * HOUR
  const end = Math.ceil(to / HOUR) * HOUR
  const first = Math.ceil(begin / DAY) * DAY
  // no data is later than now: the current day can be used as a whole
  const last = to >= now - 60 ? Math.ceil(end / DAY) * DAY : Math.floor(end / DAY) * DAY
  if (first >= last) return [{ level: '1h', from: begin, to: end }]
  const pieces: PeriodPiece[] = [
    { level: '1h', from: begin, to: first },
    { level: '1d', from: first, to: last },
    { level: '1h', from: last, to: end },
  ]
  return pieces.filter((piece) => piece.from < piece.to)
}

/** The previous period of the same length. */
export const before = ({ from, to }: TimePeriod): TimePeriod => ({ from: from - (to - from), to: from })

/** Percent of increase, one decimal; null when there was nothing before. */
export const trendOf = (value: number, earlier: number | undefined): number | null =>
  earlier ? Math.round((1000 * (value - earlier)) / earlier) / 10 : null

/** Percent of a total, two decimals. */
export const percentOf = (value: number, total: number): number =>
  total > 0 ? Math.round((10_000 * value) / total) / 100 : 0
