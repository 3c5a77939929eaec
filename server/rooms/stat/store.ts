import sql, { raw } from 'sql-template-tag'
import { jsonText, numbers, texts } from '../../kernel/columns.ts'
import { type Db, withItsValues } from '../../kernel/db.ts'
import { isUnknown } from '../../devices/online-store.ts'

/** One row of telemetry_sample; gauges already in the units of the table. */
export interface SampleRow {
  device_id: number
  ts: number
  cpu: number | null
  mem: number | null
  temp: number | null
  load: number | null
  terminals: number | null
  /** Array literal, null when nothing is known. */
  traffic: string | null
}

export async function insertSamples(db: Db, samples: readonly SampleRow[]): Promise<void> {
  const column = (key: Exclude<keyof SampleRow, 'traffic'>) => numbers(samples.map((sample) => sample[key]))
  await db.run(sql`
    insert into telemetry_sample (device_id, ts, cpu, mem, temp, load, terminals, traffic)
    select device_id, ts, cpu, mem, temp, load, terminals, traffic::real[]
    from unnest(
      ${column('device_id')}::int[], ${column('ts')}::int[], ${column('cpu')}::smallint[], ${column('mem')}::smallint[],
      ${column('temp')}::smallint[], ${column('load')}::smallint[], ${column('terminals')}::smallint[], ${texts(samples.map(({ traffic }) => traffic))}
    ) as s(device_id, ts, cpu, mem, temp, load, terminals, traffic)`)
}

/** Stores the names of interfaces, in the order of the samples. Sorted by device. */
export async function saveNames(
  db: Db,
  list: readonly { device_id: number; names: readonly string[] }[],
): Promise<void> {
  await db.run(sql`
    insert into device_interface (device_id, names)
    select device_id, array(select jsonb_array_elements_text(names::jsonb))
    from unnest(${numbers(list.map(({ device_id }) => device_id))}::int[], ${texts(list.map(({ names }) => jsonText(names)))}) as n(device_id, names)
    on conflict (device_id) do update set names = excluded.names`)
}

/** Names of interfaces and the time of the last sample within a day, of devices without a report in this process. */
export function findCounted(
  db: Db,
  ids: readonly number[],
  since: number,
): Promise<{ device_id: number; names: string[] | null; ts: number | null }[]> {
  return db.rows(sql`
    select a.device_id, n.names, (select max(ts) from telemetry_sample s where s.device_id = a.device_id and s.ts >= ${since}) as ts
    from unnest(${ids}::int[]) as a(device_id) left join device_interface n on n.device_id = a.device_id`)
}

const DAY = 86_400

/** A level of roll-up: its source, its target, seconds of a bucket. */
export interface RollupStep {
  name: '5m' | '1h' | '1d'
  seconds: number
}

export async function markOf(db: Db, level: string): Promise<number | undefined> {
  return (await db.find<{ until: number }>(sql`select until from telemetry_mark where level = ${level}`))?.until
}

/** How far the roll-ups of devices have advanced; 0: not begun. */
export async function marksOf(db: Db): Promise<Record<RollupStep['name'], number>> {
  const rows = await db.rows<{ level: RollupStep['name']; until: number }>(sql`
    select level, until from telemetry_mark where level in ('5m', '1h', '1d')`)
  return { '5m': 0, '1h': 0, '1d': 0, ...Object.fromEntries(rows.map(({ level, until }) => [level, until])) }
}

export async function setMark(db: Db, level: string, until: number): Promise<void> {
  await db.run(
    sql`insert into telemetry_mark (level, until) values (${level}, ${until}) on conflict (level) do update set until = excluded.until`,
  )
}

/** The time of the first sample. */
export async function firstSample(db: Db): Promise<number | undefined> {
  return (await db.find<{ ts: number | null }>(sql`select min(ts) as ts from telemetry_sample`))?.ts ?? undefined
}

export async function hasAny(
  db: Db,
  table: 'telemetry_sample' | 'telemetry_5m' | 'telemetry_1h',
  from: number,
  to: number,
): Promise<boolean> {
  const any = sql`select exists (select from ${raw(table)} where ts >= ${from} and ts < ${to}) as any`
  return (await db.one<{ any: boolean }>(withItsValues(any))).any
}

const ofDevices = (ids: readonly number[] | undefined) => (ids ? sql`and device_id = any(${ids}::int[])` : sql``)

/** Five-minute buckets of samples in [from, to), of `only` these devices or all. Repeatable with the same result. */
export async function rollSamples(db: Db, from: number, to: number, only?: readonly number[]): Promise<number> {
  return db.run(sql`
    insert into telemetry_5m (device_id, ts, n, span, cpu, cpu_max, mem, temp, temp_max, load, terminals, terminals_max, rx, tx)
    select device_id, ts / 300 * 300, count(*), coalesce(sum(traffic[1]), 0)::int, avg(cpu), max(cpu), avg(mem), avg(temp), max(temp),
      avg(load), avg(terminals), max(terminals), coalesce(sum(traffic[2]::float8), 0)::bigint, coalesce(sum(traffic[3]::float8), 0)::bigint
    from telemetry_sample where ts >= ${from} and ts < ${to} ${ofDevices(only)} group by 1, 2
    on conflict (device_id, ts) do update set n = excluded.n, span = excluded.span, cpu = excluded.cpu, cpu_max = excluded.cpu_max,
      mem = excluded.mem, temp = excluded.temp, temp_max = excluded.temp_max, load = excluded.load, terminals = excluded.terminals,
      terminals_max = excluded.terminals_max, rx = excluded.rx, tx = excluded.tx`)
}

/** Hours from five minutes, days from hours; means weighted by samples. */
export async function rollUp(
  db: Db,
  source: '5m' | '1h',
  target: RollupStep,
  from: number,
  to: number,
  only?: readonly number[],
): Promise<number> {
  const mean = (column: string) =>
    raw(`(sum(${column} * n) / nullif(sum(n) filter (where ${column} is not null), 0))::smallint`)
  const seconds = raw(String(target.seconds))
  return db.run(sql`
    insert into telemetry_${raw(target.name)} (device_id, ts, n, span, cpu, cpu_max, mem, temp, temp_max, load, terminals, terminals_max, rx, tx)
    select device_id, ts / ${seconds} * ${seconds}, sum(n)::int, sum(span)::int, ${mean('cpu')}, max(cpu_max), ${mean('mem')}, ${mean('temp')}, max(temp_max),
      ${mean('load')}, ${mean('terminals')}, max(terminals_max), sum(rx)::bigint, sum(tx)::bigint
    from telemetry_${raw(source)} where ts >= ${from} and ts < ${to} ${ofDevices(only)} group by 1, 2
    on conflict (device_id, ts) do update set n = excluded.n, span = excluded.span, cpu = excluded.cpu, cpu_max = excluded.cpu_max,
      mem = excluded.mem, temp = excluded.temp, temp_max = excluded.temp_max, load = excluded.load, terminals = excluded.terminals,
      terminals_max = excluded.terminals_max, rx = excluded.rx, tx = excluded.tx`)
}

/** A gateway among others of its scene, and its networks. */
export interface StatGateway {
  device_id: number
  scene_id: number
  wan_ip: string | null
  /** Its inner networks, with prefix length. */
  lans: string[]
  /** It distinguishes applications. */
  tells_apps: boolean
}

/** Gateways of scenes with several gateways; of these scenes, or of all. */
export function listGateways(db: Db, scene_ids?: readonly number[]): Promise<StatGateway[]> {
  return db.rows(sql`
    select d.id as device_id, d.scene_id, s.wan_ip, coalesce((
      select array_agg(a) from json_array_elements(t.facts -> 'interfaces') f, json_array_elements_text(coalesce(f -> 'addresses', '[]')) a
      where f ->> 'role' = 'lan'), '{}') as lans, d.capabilities -> 'x-belvedere' ? 'apps' as tells_apps
    from device_view d join device_state_view s on s.device_id = d.id left join device_detail_view t on t.device_id = d.id
    where d.is_gateway and d.scene_id in (
      select y.scene_id from device_count_view y where y.is_gateway and ${scene_ids ? sql`y.scene_id = any(${scene_ids}::int[])` : sql`true`}
      group by 1 having sum(y.n) > 1)`)
}

/**
 * Traffic of scenes in five minutes, measured where it leaves them: at gateways that are not `inner`; without reports
 * from one at access points, else at switches, else at any device. `only`: of scenes that have these devices.
 * Repeatable with the same result.
 */
export async function rollScenes(
  db: Db,
  from: number,
  to: number,
  inner: readonly number[],
  only?: readonly number[],
): Promise<number> {
  return db.run(sql`
    insert into scene_5m as u (scene_id, ts, rx, tx)
    select scene_id, ts, rx, tx from (
      select d.scene_id, s.ts / 300 * 300 as ts, t.tier, coalesce(sum(s.traffic[2]::float8), 0)::bigint as rx, coalesce(sum(s.traffic[3]::float8), 0)::bigint as tx,
        min(t.tier) over (partition by d.scene_id, s.ts / 300 * 300) as nearest
      from telemetry_sample s join device_view d on d.id = s.device_id
        cross join lateral (select case when d.is_gateway then 0 when d.type in (1, 2) then d.type else 3 end as tier) t
      where s.ts >= ${from} and s.ts < ${to} and s.traffic is not null and d.scene_id is not null and d.id <> all(${inner}::int[])
        ${only ? sql`and d.scene_id in (select o.scene_id from device_view o where o.id = any(${only}::int[]))` : sql``} group by 1, 2, 3
    ) t where tier = nearest
    on conflict (scene_id, ts) do update set rx = excluded.rx, tx = excluded.tx`)
}

const used = ['rx', 'tx', 'wired', 'band2', 'band5', 'band6', 'access', 'fresh'] as const
const listed = (of: (name: string) => string) => raw(used.map(of).join(', '))

/** Hours of scenes from five minutes, days from hours; whole buckets. */
export async function rollScenesUp(
  db: Db,
  source: '5m' | '1h',
  target: '1h' | '1d',
  from: number,
  to: number,
): Promise<number> {
  const seconds = raw(target === '1h' ? '3600' : '86400')
  return db.run(sql`
    insert into scene_${raw(target)} (scene_id, ts, ${listed((name) => name)})
    select scene_id, ts / ${seconds} * ${seconds}, ${listed((name) => `sum(${name})`)}
    from scene_${raw(source)} where ts >= ${from} and ts < ${to} group by 1, 2
    on conflict (scene_id, ts) do update set ${listed((name) => `${name} = excluded.${name}`)}`)
}

/** Totals of applications at the end of a day, from those of the last earlier day and the hours of this one. */
export async function rollApps(db: Db, day: number): Promise<number> {
  const ofDay = sql`h.ts >= ${day} and h.ts < ${day + DAY}`
  return db.run(sql`
    insert into app_total (scene_id, ts, app, rx, tx, simulated)
    select u.scene_id, ${day}::int, u.app, sum(u.rx), sum(u.tx), bool_or(u.simulated) from (
      select t.* from (
        select s.scene_id, (select max(x.ts) from app_total x where x.scene_id = s.scene_id and x.ts < ${day}) as ts
        from (select distinct h.scene_id from app_1h h where ${ofDay}) s
      ) m join app_total t on t.scene_id = m.scene_id and t.ts = m.ts
      union all
      select h.* from app_1h h where ${ofDay}
    ) u group by 1, 3
    on conflict (scene_id, ts, app) do update set rx = excluded.rx, tx = excluded.tx, simulated = excluded.simulated`)
}

/**
 * Samples the number of devices of each kind, and of online ones. Unknown devices are left out: time in which all are
 * unknown does not count.
 */
export async function lookAtPresence(db: Db, now: number): Promise<void> {
  for (const [level, seconds] of [
    ['1h', 3600],
    ['1d', DAY],
  ] as const)
    await db.run(sql`
      insert into presence_${raw(level)} as p (scene_id, type, ts, looks, total, online)
      select d.scene_id, d.type, ${Math.floor(now / seconds) * seconds}::int, 1, count(*)::int, count(*) filter (where s.online)::int
      from device_view d join device_state_view s on s.device_id = d.id where d.scene_id is not null and not ${isUnknown} group by 1, 2 order by 1, 2
      on conflict (scene_id, type, ts) do update set looks = p.looks + 1, total = p.total + excluded.total, online = p.online + excluded.online`)
}

/** Removes rows of tables without partitions that begin before a given time. */
export async function purgeBefore(
  db: Db,
  table: 'app_1h' | 'presence_1h' | 'model_1d',
  moment: number,
): Promise<number> {
  return db.run(sql`delete from ${raw(table)} where ts < ${moment}`)
}

/** A point of a curve; gauges in the units of the tables, octets in `span` seconds. */
export interface CurvePoint {
  device_id: number
  ts: number
  /** Number of averaged samples. */
  n: number
  cpu: number | null
  mem: number | null
  temp: number | null
  load: number | null
  terminals: number | null
  span: number
  rx: number
  tx: number
}

/**
 * Buckets of samples, directly from them: for fine periods, and for the end of coarse ones that is not rolled up yet.
 */
export function pointsOfSamples(
  db: Db,
  ids: readonly number[],
  from: number,
  to: number,
  step: number,
): Promise<CurvePoint[]> {
  return db.rows<CurvePoint>(sql`
    select device_id, ts / ${step}::int * ${step}::int as ts, count(*)::int as n, avg(cpu)::float8 as cpu, avg(mem)::float8 as mem, avg(temp)::float8 as temp,
      avg(load)::float8 as load, avg(terminals)::float8 as terminals, coalesce(sum(traffic[1]), 0)::float8 as span,
      coalesce(sum(traffic[2]::float8), 0) as rx, coalesce(sum(traffic[3]::float8), 0) as tx
    from telemetry_sample where device_id = any(${ids}::int[]) and ts >= ${from} and ts < ${to} group by 1, 2 order by 1, 2`)
}

export function pointsOfLevel(
  db: Db,
  level: '5m' | '1h' | '1d',
  ids: readonly number[],
  from: number,
  to: number,
  step: number,
): Promise<CurvePoint[]> {
  const mean = (column: string) =>
    raw(`sum(${column} * n)::float8 / nullif(sum(n) filter (where ${column} is not null), 0) as ${column}`)
  return db.rows<CurvePoint>(sql`
    select device_id, ts / ${step}::int * ${step}::int as ts, sum(n)::int as n, ${mean('cpu')}, ${mean('mem')}, ${mean('temp')}, ${mean('load')}, ${mean('terminals')},
      sum(span)::float8 as span, sum(rx)::float8 as rx, sum(tx)::float8 as tx
    from telemetry_${raw(level)} where device_id = any(${ids}::int[]) and ts >= ${from} and ts < ${to} group by 1, 2 order by 1, 2`)
}
