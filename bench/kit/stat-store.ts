import { partitionOf } from '@belvedere/server/engines/partitions/partition-store.ts'
import type pg from 'pg'
import { type BenchProduct, startProduct } from './product.ts'

/** A product with a month of 100 scenes, 10,000 devices and 200,000 terminals in its roll-ups. */
export interface StatStore {
  readonly product: BenchProduct
  readonly from: number
  readonly to: number
}

const SCENES = 100
const DEVICES = 10_000
const TERMINALS = 200_000
const DAYS = 30
const ALARMS = 50_000
const HOUR = 3600
const DAY = 86_400

export async function furnishMonth(): Promise<StatStore> {
  const product = await startProduct()
  const { db } = product
  const to = Math.floor(Date.now() / 1000 / HOUR) * HOUR
  const from = to - DAYS * DAY
  const scenes = await network(db)
  for (const [table, days] of [
    ['scene_5m', 30],
    ['scene_1h', 360],
  ] as const)
    for (let ts = from; ts <= to + DAY; ts += DAY) await partition(db, table, days, ts)
  await rollUps(db, scenes, from, to)
  await ledger(db, from, to)
  await db.query('vacuum analyze')
  // a session caches its visible scenes until a scene is created through the API
  await product.call('POST scene', { name: 'The last' })
  return { product, from, to }
}

async function partition(db: pg.Pool, table: string, days: number, ts: number): Promise<void> {
  const { name, from, to } = partitionOf(table, days, ts)
  await db.query(`create table if not exists ${name} partition of ${table} for values from (${from}) to (${to})`)
}

async function network(db: pg.Pool): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `insert into scene (team_id, name, province, city, address, industry, remark, time_zone, changed_by, created_at, updated_at)
     select (select id from team limit 1), 'scene ' || n, 'province ' || n % 20, '', '', '', '', 'Asia/Shanghai', '', 0, 0
     from generate_series(1, $1) n returning id`,
    [SCENES],
  )
  const scenes = rows.map(({ id }) => id)
  await db.query(
    `with d as (
       insert into device (serial, scene_id, type, name, model, firmware, claimed_at)
       select lpad(to_hex(n), 12, '0'), ($1::int[])[1 + n % $2], case when n <= $2 then 0 when n <= 2 * $2 then 3 when n % 10 = 0 then 2 else 1 end,
         'device ' || n, 'CW-AX' || n % 30, '4.' || n % 7, 0 from generate_series(1, $3::int) n returning id)
     insert into device_state (device_id, online, since, seen_at) select id, id % 11 <> 0, 1, 1 from d`,
    [scenes, SCENES, DEVICES],
  )
  await db.query(
    `insert into terminal (scene_id, mac, device_id, link, rank, hostname, since, first_seen, last_seen)
     select d.scene_id, lpad(to_hex(n::bigint * 7919 * 1299709 % 281474976710656), 12, '0')::macaddr, d.id, n % 3, 3,
       (array['iPhone', 'DESKTOP', 'android', 'HUAWEI-P60', 'Printer'])[1 + n % 5] || '-' || to_hex(n * 31), 0, 0, extract(epoch from now())
     from generate_series(1, $1::int) n join (select id, scene_id, row_number() over (order by id) as place from device) d on d.place = 1 + n % $2`,
    [TERMINALS, DEVICES],
  )
  return scenes
}

/** The product runs at the same time: its roll-ups of this minute stay. */
async function rollUps(db: pg.Pool, scenes: number[], from: number, to: number): Promise<void> {
  const use = `rx, tx, wired, band2, band5, band6, access, fresh`
  const made = `(random() * 1e10)::bigint, (random() * 1e9)::bigint, 300000, 900000, 4000000, 200000, (random() * 300)::int, (random() * 9)::int`
  const fill = (table: string, step: number, since: number) =>
    db.query(
      `insert into ${table} (scene_id, ts, ${use}) select s, t, ${made} from generate_series($2::int, $3::int, ${step}) t, unnest($1::int[]) s on conflict do nothing`,
      [scenes, Math.ceil(since / step) * step, to],
    )
  await fill('scene_5m', 300, to - 2 * DAY)
  await fill('scene_1h', HOUR, from)
  await fill('scene_1d', DAY, from)
  for (const [table, step] of [
    ['presence_1h', HOUR],
    ['presence_1d', DAY],
  ] as const)
    await db.query(
      `insert into ${table} (scene_id, type, ts, looks, total, online)
       select s, k, t, 12, 300, 280 from generate_series($2::int, $3::int, ${step}) t, unnest($1::int[]) s, unnest(array[0, 1, 2, 3]) k
       on conflict do nothing`,
      [scenes, Math.ceil(from / step) * step, to],
    )
  const apps = (table: string, step: number, since: number, value: string) =>
    db.query(
      `insert into ${table} (scene_id, ts, app, rx, tx, simulated)
       select s, t, 'app-' || a, ${value}, ${value}, false from generate_series($2::int, $3::int, ${step}) t, unnest($1::int[]) s, generate_series(1, 30) a`,
      [scenes, Math.ceil(since / step) * step, to],
    )
  await apps('app_1h', HOUR, from, '(random() * 1e8)::bigint')
  await apps('app_total', DAY, from - DAY, '(t - 1700000000)::bigint * 1000 * (a + s)')
  await db.query(
    'create table floor_app as select scene_id, ts / 86400 * 86400 as ts, app, sum(rx)::bigint as rx, sum(tx)::bigint as tx from app_1h group by 1, 2, 3',
  )
  await db.query(
    `insert into alarm (scene_id, device_id, type, level, state, cnt, first_at, last_at, ended_at)
     select d.scene_id, d.id, (array['dev_offline', 'dev_reboot', 'dev_wan_disconnect'])[1 + n % 3], 1 + n % 3, 1, 1 + n % 4, t, t, t + 60
     from generate_series(1, $1::int) n join (select id, scene_id, row_number() over (order by id) as place from device) d on d.place = 1 + n % $2
       cross join lateral (select $3::int + (random() * $4)::int + n * 0 as t) m`,
    [ALARMS, DEVICES, from, to - from],
  )
}

/** A snapshot of each scene for each day, and the sum of the whole month as one row per terminal: the floor's roll-up. */
async function ledger(db: pg.Pool, from: number, to: number): Promise<void> {
  const { rows } = await db.query<{ scene_id: number; ids: number[] }>(
    'select scene_id, array_agg(id order by id) as ids from terminal group by 1 order by 1',
  )
  await db.query(
    'create table floor_terminal (terminal_id int, scene_id int, kind smallint, flow bigint, online bigint, access bigint)',
  )
  for (const { scene_id, ids } of rows) {
    const kinds = Buffer.from(ids.map((id) => (id % 8) + 8 * (id % 5)))
    // highest daily values: traffic in KiB, seconds online, number of connections
    const most = [4e6, DAY / 2, 9]
    const columns = most.map(() => new Uint32Array(ids.length))
    const daily = most.map((value) => ids.map(() => Math.floor(Math.random() ** 3 * value) + 1))
    for (let ts = from; ts <= to; ts += DAY) {
      const [flow, online, access] = columns.map((column) => Buffer.from(column.slice().buffer))
      await db.query(
        'insert into client_usage_snapshot (scene_id, ts, ids, kinds, flow, online, access) values ($1, $2, $3, $4, $5, $6, $7)',
        [scene_id, ts, Buffer.from(Uint32Array.from(ids).buffer), kinds, flow, online, access],
      )
      if (ts < to)
        columns.forEach((column, at) => column.forEach((value, n) => (column[n] = value + (daily[at]?.[n] ?? 0))))
    }
    const sums = columns.map((column) => [...column])
    await db.query(
      'insert into floor_terminal select t, $1, k, f * 1024, o, a from unnest($2::int[], $3::int[], $4::bigint[], $5::bigint[], $6::bigint[]) as u(t, k, f, o, a)',
      [scene_id, ids, [...kinds], ...sums],
    )
  }
}
