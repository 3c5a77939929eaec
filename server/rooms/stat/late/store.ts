import sql from 'sql-template-tag'
import { numbers } from '../../../kernel/columns.ts'
import type { Db, Transaction } from '../../../kernel/db.ts'

/** The stored state of a device that delivers late samples. */
export interface LateMark {
  device_id: number
  series: number
  last: number
  /** The time of the last one. */
  until: number
  /** Names of its interfaces in the order of its samples; null: it never reported any. */
  names: string[] | null
}

/** The marks of these devices, sorted, locked until the end of the transaction. */
export async function holdMarks(db: Db, ids: readonly number[]): Promise<LateMark[]> {
  const these = numbers(ids)
  const rows = await db.rows<LateMark>(sql`
    with fresh as (insert into backfill_cursor select id, 0, 0 from unnest(${these}::int[]) as id on conflict do nothing returning device_id),
      held as (select device_id, series, last, until from backfill_cursor where device_id = any(${these}::int[]) order by device_id for update)
    select m.device_id, m.series, m.last, m.until, i.names
    from (select * from held union all select device_id, 0, 0, 0 from fresh) m left join device_interface i on i.device_id = m.device_id`)
  // inserted concurrently by another gateway: it exists, but was not visible to this statement
  return rows.length < ids.length ? holdMarks(db, ids) : rows
}

/**
 * Times at which a device may have reported the same as a state, and the maximum difference to the time of that state.
 */
export interface UncertainSample {
  device_id: number
  ts: number
  tolerance: number
}

/** Indexes in the list of those that it did report. */
export async function findReported(db: Db, doubts: readonly UncertainSample[]): Promise<Set<number>> {
  const column = (key: keyof UncertainSample) => numbers(doubts.map((doubt) => doubt[key]))
  // `limit`: looked up one by one, independent of the planner's estimate
  const rows = await db.rows<{ place: number }>(sql`
    select (u.place - 1)::int as place
    from unnest(${column('device_id')}::int[], ${column('ts')}::int[], ${column('tolerance')}::int[]) with ordinality as u(device_id, ts, tolerance, place)
    cross join lateral (select 1 from telemetry_sample s
      where s.device_id = u.device_id and s.ts >= u.ts - u.tolerance and s.ts <= u.ts + u.tolerance limit 1) t`)
  return new Set(rows.map(({ place }) => place))
}

/** `rows`: of `SampleRows`. */
export function copySamples(db: Transaction, rows: Buffer): Promise<number> {
  return db.copy(
    'copy telemetry_sample (device_id, ts, cpu, mem, temp, load, terminals, traffic) from stdin (format binary)',
    rows,
  )
}

/** Advances marks, and records hours that have to be rolled up again. */
export async function advanceCursors(
  db: Db,
  marks: readonly Omit<LateMark, 'names'>[],
  hours: readonly { device_id: number; hour: number }[],
): Promise<void> {
  const column = (key: 'device_id' | 'series' | 'last' | 'until') => numbers(marks.map((mark) => mark[key]))
  await db.run(sql`
    with again as (insert into rollup_recompute (device_id, hour)
      select * from unnest(${numbers(hours.map(({ device_id }) => device_id))}::int[], ${numbers(hours.map(({ hour }) => hour))}::int[]))
    update backfill_cursor l set series = m.series, last = m.last, until = m.until
    from unnest(${column('device_id')}::int[], ${column('series')}::int[], ${column('last')}::int[], ${column('until')}::int[]) as m(device_id, series, last, until)
    where l.device_id = m.device_id`)
}

/**
 * Removes an hour that has to be rolled up again, and returns it with devices (at most `most` entries) that have late
 * samples in it.
 */
export async function takeHour(db: Db, most: number): Promise<{ hour: number; ids: number[] } | undefined> {
  const rows = await db.rows<{ hour: number; device_id: number }>(sql`
    delete from rollup_recompute where ctid = any(array(
      select ctid from rollup_recompute where hour = (select min(hour) from rollup_recompute) limit ${most}
    )) returning hour, device_id`)
  const [one] = rows
  return one && { hour: one.hour, ids: [...new Set(rows.map(({ device_id }) => device_id))] }
}

/** Removes marks of removed devices. */
export async function purgeCursors(db: Db): Promise<void> {
  await db.run(sql`delete from backfill_cursor l where not exists (select from device_view d where d.id = l.device_id)`)
}
