import { partitionOf } from '@belvedere/server/engines/partitions/partition-store.ts'
import { defineFigure } from '../kit/define-figure.ts'
import { quantile } from '../kit/process-figures.ts'
import { type BenchProduct, startProduct } from '../kit/product.ts'

const DEVICES = 5000
const DAY = 86_400
/** Seconds between samples: 7,200,000 rows a day. */
const EVERY = 60
const TURNS = 60

/** The data of the chart, directly from the samples of the day. */
const bare = `select ts / 300 * 300 as ts, count(*), avg(cpu), avg(mem), avg(temp), avg(load), avg(terminals), sum(traffic[1]), sum(traffic[2]::float8),
  sum(traffic[3]::float8) from telemetry_sample where device_id = $1 and ts >= $2 and ts < $3 group by 1 order by 1`

let product: BenchProduct | undefined
let ids: number[] = []
let to = 0

async function furnish(): Promise<BenchProduct> {
  const made = await startProduct()
  const { db } = made
  const { id: scene_id } = await made.call<{ id: number }>('POST scene', { name: 'Seven million' })
  to = Math.floor(Date.now() / 1000 / 300) * 300
  const { rows } = await db.query<{ id: number }>(
    `with d as (insert into device (serial, scene_id, type, name, claimed_at) select lpad(to_hex(n), 12, '0'), $1, 1, 'device ' || n, 0 from generate_series(1, $2::int) n returning id)
     insert into device_state (device_id) select id from d returning device_id as id`,
    [scene_id, DEVICES],
  )
  ids = rows.map(({ id }) => id)
  for (const [table, days] of [
    ['telemetry_sample', 1],
    ['telemetry_5m', 30],
  ] as const)
    for (const ts of [to - DAY, to]) {
      const { name, from, to: end } = partitionOf(table, days, ts)
      await db.query(`create table if not exists ${name} partition of ${table} for values from (${from}) to (${end})`)
    }
  // an hour at a time, in the order of arrival: by time, then by device
  for (let from = to - DAY; from < to; from += 3600) {
    await db.query(
      `insert into telemetry_sample (device_id, ts, cpu, mem, temp, load, terminals, traffic)
       select d, t, 100 + d % 400, 500, 450, 30, 12, array[${EVERY}, d * 1000, d * 100]::real[] from generate_series($1::int, $1 + 3599, ${EVERY}) t, unnest($2::int[]) d`,
      [from, ids],
    )
    await db.query(
      `insert into telemetry_5m (device_id, ts, n, span, cpu, cpu_max, mem, temp, temp_max, load, terminals, terminals_max, rx, tx)
       select d, t, 5, 300, 100 + d % 400, 500, 500, 450, 500, 30, 12, 12, d * 5000, d * 500 from generate_series($1::int, $1 + 3599, 300) t, unnest($2::int[]) d`,
      [from, ids],
    )
  }
  // the roll-ups exist already: the product does not have to make them during the measurement
  await db.query(
    `insert into telemetry_mark (level, until) select l, $1 from unnest(array['5m', '1h', '1d']) l on conflict (level) do update set until = $1`,
    [to],
  )
  await db.query('vacuum analyze telemetry_sample')
  await db.query('vacuum analyze telemetry_5m')
  return made
}

export const chartDay = defineFigure({
  name: 'chart-day',
  what: 'GET device/load: 24 hours of one device out of a day of 7,200,000 samples, p95',
  must: { is: 'at most', value: 20, unit: 'ms' },
  async round() {
    const { ours, floor } = await measure()
    return { value: ours, floor, note: `${ours.toFixed(1)} ms against ${floor.toFixed(1)}` }
  },
})

export const chartDayRatio = defineFigure({
  name: 'chart-day-ratio',
  what: 'GET device/load: 24 hours of one device, p95, against bare SQL over the samples',
  must: { is: 'at most', value: 3, unit: '×' },
  async round() {
    const { ours, floor } = await measure()
    return { value: ours / floor, floor, note: `${ours.toFixed(1)} ms against ${floor.toFixed(1)}` }
  },
  async after() {
    await product?.stop()
    product = undefined
  },
})

/** p95 of both, alternately, with another device each time. */
async function measure(): Promise<{ ours: number; floor: number }> {
  product ??= await furnish()
  const [ours, floor]: [number[], number[]] = [[], []]
  for (let turn = 0; turn <= TURNS; turn++) {
    const id = ids[(turn * 7919) % ids.length] as number
    const began = performance.now()
    await product.db.query({ name: 'bare', text: bare, values: [id, to - DAY, to] })
    const between = performance.now()
    const { devices } = await product.call('GET device/load', { 'ids[]': id, from: to - DAY, to })
    const ended = performance.now()
    if (devices[0].series[0].points.length < 288) throw new Error('a chart without its points')
    // the first turn plans the statements and fills caches
    if (turn === 0) continue
    floor.push(between - began)
    ours.push(ended - between)
  }
  return { ours: quantile(ours, 0.95), floor: quantile(floor, 0.95) }
}
