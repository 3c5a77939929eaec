import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { RankRow, SeriesOut } from '@belvedere/contract/rooms/stat/shapes.ts'
import { zoneOffset } from '@belvedere/pure/time/zone-offset.ts'
import type { Ctx } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import {
  requestedPeriod,
  before,
  type CurveDetail,
  percentOf,
  type TimePeriod,
  type PeriodSteps,
  stepsOf,
  trendOf,
} from './period.ts'
import { type StatScope, zoneOf } from './scope/store.ts'

/** The common shapes of the answers. */

export type FigureInput = StatScope & { from?: number; to?: number; compare?: 0 | 1 }

export function periodOf(ctx: Ctx, input: FigureInput): TimePeriod {
  const period = requestedPeriod(input, ctx.now())
  if (!period) throw refuse(commonErrors.badInput)
  return period
}

export interface CurveOptions<Row> {
  unit: string
  detail?: CurveDetail
  /** The time after which nothing is known yet; the missing part of a step does not count. */
  until?: number
  /** The steps, oldest first; those without data are left out. */
  read(steps: PeriodSteps): Promise<Row[]>
  /** Value of a step by series; `seconds`: the elapsed part of the step. */
  series: Readonly<Record<string, (row: Row, seconds: number) => number>>
  /** Over all of them; `seconds`: the part of the period with rows. */
  total(rows: readonly Row[], seconds: number): number | null
}

/** A curve over the requested period, and over the previous one when requested. */
export async function curveOf<Row extends { ts: number }>(
  ctx: Ctx,
  input: FigureInput,
  options: CurveOptions<Row>,
): Promise<SeriesOut> {
  const period = periodOf(ctx, input)
  const steps = stepsOf(period, zoneOffset(await zoneOf(ctx, input), period.to), options.detail)
  const rows = await options.read(steps)
  const { from, to, step } = steps
  const answer: SeriesOut = { from, to, step, unit: options.unit, ...drawn(rows, steps, options, 0) }
  if (input.compare !== 1) return answer
  const shift = Math.ceil((to - from) / step) * step
  const earlier = { ...steps, from: from - shift, to: to - shift }
  const past = drawn(await options.read(earlier), earlier, options, shift)
  return { ...answer, compare: { from: earlier.from, to: earlier.to, ...past } }
}

function drawn<Row extends { ts: number }>(
  rows: readonly Row[],
  { from, to, step }: PeriodSteps,
  options: CurveOptions<Row>,
  shift: number,
) {
  const known = Math.min(to, options.until ?? to)
  const byStep = new Map(rows.map((row) => [row.ts, row]))
  const secondsOf = (ts: number) => Math.min(ts + step, known) - Math.max(ts, from)
  const moments: number[] = []
  for (let ts = from; ts < to; ts += step) moments.push(ts)
  const series = Object.entries(options.series).map(([name, of]) => ({
    name,
    points: moments.map((ts): [number, number | null] => {
      const row = byStep.get(ts)
      return [ts + shift, row && secondsOf(ts) > 0 ? of(row, secondsOf(ts)) : null]
    }),
  }))
  const seconds = rows.reduce((sum, { ts }) => sum + Math.max(0, secondsOf(ts)), 0)
  return { series, total: seconds > 0 ? options.total(rows, seconds) : null }
}

/** Rows of a ranking with their share of the total and, with values of the previous period, their trend. */
export function ranked<Row extends { id: number | string; name: string; value: number }>(
  rows: readonly Row[],
  total: number,
  earlier?: ReadonlyMap<number | string, number>,
): (Row & Pick<RankRow, 'percent' | 'trend'>)[] {
  return rows.map((row) => ({
    ...row,
    percent: percentOf(row.value, total),
    trend: earlier ? trendOf(row.value, earlier.get(row.id)) : null,
  }))
}

/** The previous period, when it is requested. */
export const compared = (input: FigureInput, period: TimePeriod): TimePeriod | undefined =>
  input.compare === 1 ? before(period) : undefined

export const round = (value: number, digits = 0): number => Number(value.toFixed(digits))
