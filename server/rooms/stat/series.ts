import type { QueryContext } from '../../kernel/db.ts'
import { planOf } from './rules.ts'
import { markOf, type CurvePoint, pointsOfLevel, pointsOfSamples } from './store.ts'

export interface Curves {
  /** Seconds between points. */
  step: number
  /** Points by device, oldest first. */
  points: Map<number, CurvePoint[]>
}

const finer = { '1d': '1h', '1h': '5m', '5m': 'sample' } as const

/**
 * Curves of devices that the caller may see. `now`, `retention` (days) decide which tables still contain the period.
 */
export async function curvesOf(
  { db }: QueryContext,
  ids: readonly number[],
  from: number,
  to: number,
  now: number,
  retention: number,
): Promise<Curves> {
  const { source, step } = planOf(from, to, now, retention)
  const all: CurvePoint[] = []
  let [level, at]: [typeof source, number] = [source, Math.floor(from / step) * step]
  // each table as far as it is rolled up, the rest from the next finer one
  while (level !== 'sample') {
    const mark = Math.min(to, (await markOf(db, level)) ?? 0)
    if (mark > at) {
      all.push(...(await pointsOfLevel(db, level, ids, at, mark, step)))
      at = mark
    }
    level = finer[level]
  }
  if (at < to) all.push(...(await pointsOfSamples(db, ids, at, to, step)))
  return { step, points: group(all) }
}

function group(all: readonly CurvePoint[]): Map<number, CurvePoint[]> {
  const points = new Map<number, CurvePoint[]>()
  for (const point of all) {
    const list = points.get(point.device_id) ?? []
    points.set(point.device_id, list)
    const last = list[list.length - 1]
    if (last?.ts === point.ts) list[list.length - 1] = merge(last, point)
    else list.push(point)
  }
  return points
}

/** Two parts of one bucket, from two tables. */
function merge(a: CurvePoint, b: CurvePoint): CurvePoint {
  const n = a.n + b.n
  const mean = (x: number | null, y: number | null) => (x === null ? y : y === null ? x : (x * a.n + y * b.n) / n)
  return {
    ...a,
    n,
    cpu: mean(a.cpu, b.cpu),
    mem: mean(a.mem, b.mem),
    temp: mean(a.temp, b.temp),
    load: mean(a.load, b.load),
    terminals: mean(a.terminals, b.terminals),
    span: a.span + b.span,
    rx: a.rx + b.rx,
    tx: a.tx + b.tx,
  }
}
