import sql from 'sql-template-tag'
import { texts } from '../../../kernel/columns.ts'
import type { Db, QueryContext } from '../../../kernel/db.ts'

export interface LineSetting {
  name: string
  down_mbps: number | null
  up_mbps: number | null
  speed_from: 0 | 1 | 2
  targets: string[] | null
}

/** The settings of the lines of a device, and the names of all lines that it reports. */
export async function linesOf(
  ctx: QueryContext,
  device_id: number,
): Promise<{ set: LineSetting[]; told: string[]; verbs: string[]; scene_id: number } | undefined> {
  const device = await ctx.db.find<{ told: string[]; verbs: string[]; scene_id: number }>(sql`
    select d.verbs, d.scene_id, array(
      select w ->> 'name' from json_array_elements(case json_typeof(t.facts -> 'wans') when 'array' then t.facts -> 'wans' else '[]' end) w
      where w ->> 'type' is distinct from 'disabled'
    ) as told
    from device d left join device_detail t on t.device_id = d.id
    where d.id = ${device_id} and ${ctx.access.sees(sql`d.scene_id`)}`)
  if (!device) return undefined
  const set = await ctx.db.rows<LineSetting>(sql`
    select l.name, l.down_mbps, l.up_mbps, l.speed_from, l.targets from device_line l join device d on d.id = l.device_id
    where l.device_id = ${device_id} and ${ctx.access.sees(sql`d.scene_id`)} order by l.name`)
  return { ...device, set }
}

/** The caller may write to the device. A line without settings has no row. */
export async function saveLine(db: Db, device_id: number, line: LineSetting): Promise<void> {
  const { name, down_mbps, up_mbps, speed_from, targets } = line
  if (down_mbps === null && up_mbps === null && targets === null)
    return void (await db.run(sql`delete from device_line where device_id = ${device_id} and name = ${name}`))
  await db.run(sql`
    insert into device_line (device_id, name, down_mbps, up_mbps, speed_from, targets)
    values (${device_id}, ${name}, ${down_mbps}, ${up_mbps}, ${speed_from}, ${targets && texts(targets)}::text[])
    on conflict (device_id, name) do update set down_mbps = excluded.down_mbps, up_mbps = excluded.up_mbps,
      speed_from = excluded.speed_from, targets = excluded.targets`)
}

/** Lines of these devices with their own ping addresses. */
export function targetsOf(
  db: Db,
  device_ids: readonly number[],
): Promise<{ device_id: number; name: string; targets: string[] }[]> {
  return db.rows(sql`
    select device_id, name, targets from device_line
    where device_id = any(${device_ids as number[]}::int[]) and targets is not null order by device_id, name limit 20000`)
}

/** The peak rate of each interface of a device since a given time, octets per second over the length of a sample. */
export function peaksOf(
  ctx: QueryContext,
  device_id: number,
  from: number,
): Promise<{ name: string; rx: number | null; tx: number | null }[]> {
  return ctx.db.rows(sql`
    select i.name, max(s.traffic[2 + 2 * i.place] / s.traffic[1])::float8 as rx, max(s.traffic[3 + 2 * i.place] / s.traffic[1])::float8 as tx
    from device d join device_interface_view n on n.device_id = d.id cross join unnest(n.names) with ordinality as i(name, place)
    join telemetry_sample_view s on s.device_id = d.id and s.ts >= ${from} and s.traffic[1] >= 5
    where d.id = ${device_id} and ${ctx.access.sees(sql`d.scene_id`)} group by i.name`)
}
