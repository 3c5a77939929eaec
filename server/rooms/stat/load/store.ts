import sql, { join, raw } from 'sql-template-tag'
import { type QueryContext, withItsValues } from '../../../kernel/db.ts'
import { type StatScope, within } from '../scope/store.ts'
import type { DevicePiece } from './device-pieces.ts'

/**
 * The values of a ranking of devices: computed from rows of `telemetry_*`, in the unit of the call, and its maximum.
 */
const measures = {
  traffic: { columns: 'rx, tx', value: 'sum(rx + tx)::float8', peak: 'null::float8', total: 'sum' },
  cpu: { columns: 'cpu, cpu_max', value: mean('cpu', 10), peak: 'max(cpu_max) / 10.0', total: 'avg' },
  mem: { columns: 'mem', value: mean('mem', 10), peak: 'null::float8', total: 'avg' },
  temp: { columns: 'temp, temp_max', value: mean('temp', 10), peak: 'max(temp_max) / 10.0', total: 'avg' },
  terminals: {
    columns: 'terminals, terminals_max',
    value: mean('terminals', 1),
    peak: 'max(terminals_max)',
    total: 'avg',
  },
} as const
export type LoadMeasure = keyof typeof measures

function mean(column: string, by: number): string {
  return `sum(${column} * n)::float8 / nullif(sum(n) filter (where ${column} is not null), 0) / ${by}`
}

export interface RankedDevice {
  id: number
  name: string
  sn: string
  scene_id: number
  scene_name: string
  value: number
  peak: number | null
  /** Over all of them: the sum of traffic, the mean of anything else. */
  total: number
}

/** Devices with the highest values in a period; `ids`: the values of only these. */
export function rankDevices(
  ctx: QueryContext,
  scope: StatScope,
  by: LoadMeasure,
  types: readonly number[] | undefined,
  pieces: readonly DevicePiece[],
  limit: number,
  ids?: readonly number[],
): Promise<RankedDevice[]> {
  const { value, peak, total, columns } = measures[by]
  const devices = sql`
    select d.id from device_view d where ${within(ctx, scope, sql`d.scene_id`)}
      and ${types ? sql`d.type = any(${types}::smallint[])` : sql`true`} and ${ids ? sql`d.id = any(${ids}::int[])` : sql`true`}`
  // a query for each table: a few devices are found by an index there
  const rows = pieces.map(
    ({ level, from, to }) => sql`
      select device_id, n, ${raw(columns)} from telemetry_${raw(level)} where ts >= ${from} and ts < ${to} and device_id in (${devices})`,
  )
  return ctx.db.rows(
    withItsValues(sql`
      select r.device_id as id, d.name, d.serial as sn, d.scene_id, c.name as scene_name, r.value, r.peak, r.total from (
        select device_id, value, peak, ${raw(total)}(value) over () as total from (
          select u.device_id, ${raw(value)} as value, (${raw(peak)})::float8 as peak from (${join(rows, ' union all ')}) u group by 1
        ) v where value > 0 order by value desc, device_id limit ${limit}
      ) r join device_view d on d.id = r.device_id join scene_view c on c.id = d.scene_id order by r.value desc, r.device_id`),
  )
}
