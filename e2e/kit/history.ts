import pg from 'pg'

const HOUR = 3600

/**
 * What the scenes of a store did in the hours before, as the roll-ups keep it: traffic, terminals and the load of devices by the
 * hour, and an alarm of the first device each sixth hour. A fresh demo network has lived for seconds.
 */
export async function writeHistory(databaseUrl: string, hours: number): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  const until = Math.floor(now / HOUR) * HOUR
  const from = until - hours * HOUR
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  try {
    for (const table of ['scene_1h', 'telemetry_1h']) for (const ts of [from, until]) await makePartition(db, table, ts)
    await db.query(
      `insert into scene_1h (scene_id, ts, rx, tx, wired, band2, band5, access, fresh)
       select s.id, t, s.id::bigint * 1000000000 + (t / 3600 % 24)::bigint * 300000000, s.id::bigint * 90000000 + (t / 3600 % 24) * 20000000,
         3600 * 8, 3600 * (4 + t / 3600 % 5), 3600 * (t / 3600 % 24), 6, 1
       from scene s, generate_series($1::int, $2::int, 3600) t on conflict do nothing`,
      [from, until - HOUR],
    )
    await db.query(
      `insert into scene_1d select scene_id, ts / 86400 * 86400, sum(rx)::bigint, sum(tx)::bigint, sum(wired)::bigint, sum(band2)::bigint,
         sum(band5)::bigint, sum(band6)::bigint, sum(access)::int, sum(fresh)::int
       from scene_1h group by 1, 2 on conflict do nothing`,
    )
    await db.query(
      `insert into presence_1h (scene_id, type, ts, looks, total, online)
       select scene_id, type, t, 12, 12 * count(*), 12 * count(*) - (t / 3600 % 7 = 0)::int
       from device, generate_series($1::int, $2::int, 3600) t where scene_id is not null group by scene_id, type, t on conflict do nothing`,
      [from, until - HOUR],
    )
    await db.query(
      `insert into presence_1d select scene_id, type, ts / 86400 * 86400, sum(looks)::int, sum(total)::int, sum(online)::int
       from presence_1h group by 1, 2, 3 on conflict do nothing`,
    )
    await db.query(
      `insert into telemetry_1h (device_id, ts, n, span, cpu, cpu_max, mem, temp, temp_max, load, terminals, terminals_max, rx, tx)
       select id, t, 60, 3600, 100 + id % 500, 700, 400 + id % 300, 450, 500, 50, 3, 8, id * 1000000::bigint, id * 100000::bigint
       from device, generate_series($1::int, $2::int, 3600) t where scene_id is not null on conflict do nothing`,
      [from, until - HOUR],
    )
    await db.query(
      `insert into telemetry_mark (level, until) values ('1h', $1)
       on conflict (level) do update set until = greatest(telemetry_mark.until, excluded.until)`,
      [until],
    )
    await db.query(
      `insert into alarm (scene_id, device_id, type, level, state, first_at, last_at, ended_at)
       select scene_id, id, case when n % 2 = 0 then 'dev_offline' else 'dev_reboot' end, 1 + n % 3, 1, at, at + 300, at + 300
       from (select scene_id, id from device where scene_id is not null order by id limit 1) d,
         generate_series(1, $2::int / 6) n, lateral (select $1::bigint + n * 6 * 3600 as at) a`,
      [from, hours],
    )
  } finally {
    await db.end()
  }
}

/** The part of a table of hours that holds a moment, as the server makes it with the first row. */
async function makePartition(db: pg.Client, table: string, ts: number): Promise<void> {
  const wide = 360 * 24 * HOUR
  const from = Math.floor(ts / wide) * wide
  const name = `${table}_p${new Date(from * 1000).toISOString().slice(0, 10).replaceAll('-', '')}`
  await db.query(
    `create table if not exists ${name} partition of ${table} for values from (${from}) to (${from + wide})`,
  )
}
