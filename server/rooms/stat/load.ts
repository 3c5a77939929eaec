import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { loadCalls } from '@belvedere/contract/rooms/stat/load.ts'
import { implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { listOptions } from '../device/api.ts'
import { curvesOf } from './series.ts'
import type { CurvePoint } from './store.ts'

const DAY = 86_400
/** Longest period of one query. */
const LONGEST = 3 * 366 * DAY

export const calls = implement(loadCalls, {
  async get(ctx, { ids, ...input }) {
    const now = ctx.now()
    const to = Math.min(input.to || now, now)
    const from = Math.max(input.from ?? to - DAY, to - LONGEST)
    if (from >= to) throw refuse(commonErrors.badInput)
    const devices = await listOptions(ctx, { ids })
    const { step, points } = await curvesOf(
      ctx,
      devices.map(({ id }) => id),
      from,
      to,
      now,
      ctx.system.config.retention,
    )
    return {
      from,
      to,
      step,
      devices: devices.map(({ id, name }) => ({ id, name, series: seriesOf(points.get(id) ?? [], step) })),
    }
  },
})

const bps = (octets: number, span: number) => (span > 0 ? Math.round((octets * 8) / span) : null)
const part = (value: number | null, by: number, digits: number) =>
  value === null ? null : Number((value / by).toFixed(digits))

const curves: { name: string; unit: string; of(point: CurvePoint): number | null }[] = [
  { name: 'cpu', unit: '%', of: ({ cpu }) => part(cpu, 10, 1) },
  { name: 'mem', unit: '%', of: ({ mem }) => part(mem, 10, 1) },
  { name: 'temp', unit: '℃', of: ({ temp }) => part(temp, 10, 1) },
  { name: 'load', unit: '', of: ({ load }) => part(load, 100, 2) },
  { name: 'terminals', unit: '', of: ({ terminals }) => part(terminals, 1, 1) },
  { name: 'rx_bps', unit: 'bit/s', of: ({ rx, span }) => bps(rx, span) },
  { name: 'tx_bps', unit: 'bit/s', of: ({ tx, span }) => bps(tx, span) },
]

function seriesOf(points: readonly CurvePoint[], step: number) {
  return curves.map(({ name, unit, of }) => ({ name, unit, points: withGaps(points, of, step) }))
}

/** Where a device did not report for long the line is interrupted: a point without a value. */
function withGaps(
  points: readonly CurvePoint[],
  of: (point: CurvePoint) => number | null,
  step: number,
): [number, number | null][] {
  const gap = Math.max(3 * step, 360)
  const line: [number, number | null][] = []
  let last: number | undefined
  for (const point of points) {
    if (last !== undefined && point.ts - last > gap) line.push([last + step, null])
    line.push([point.ts, of(point)])
    last = point.ts
  }
  return line
}
