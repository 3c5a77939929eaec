import { partitionOf } from '@belvedere/server/engines/partitions/partition-store.ts'
import { defineFigure } from '../kit/define-figure.ts'
import { quantile } from '../kit/process-figures.ts'
import { type BenchProduct, startProduct } from '../kit/product.ts'

const DEVICES = 1000
const ROWS = 10_000_000
const DAYS = 7
const DAY = 86_400
const TURNS = 60

/** A page of the lines of one device, searched by a text, over the week. */
const bare = `select id, at, device_id, type, severity, program, text from device_log
  where device_id = $1 and at >= $2 and (text ilike $3 or program ilike $3) order by at desc, id desc limit 50`

let product: BenchProduct | undefined
let ids: number[] = []
let to = 0

async function furnish(): Promise<BenchProduct> {
  const made = await startProduct()
  const { db } = made
  const { id: scene_id } = await made.call<{ id: number }>('POST scene', { name: 'Ten million lines' })
  to = Math.floor(Date.now() / 1000)
  const { rows } = await db.query<{ id: number }>(
    `with d as (insert into device (serial, scene_id, type, name, claimed_at) select lpad(to_hex(n), 12, '0'), $1, 0, 'router ' || n, 0 from generate_series(1, $2::int) n returning id)
     insert into device_state (device_id) select id from d returning device_id as id`,
    [scene_id, DEVICES],
  )
  ids = rows.map(({ id }) => id)
  for (let ago = 0; ago <= DAYS; ago++) {
    const { name, from, to: end } = partitionOf('device_log', 1, to - ago * DAY)
    await db.query(`create table if not exists ${name} partition of device_log for values from (${from}) to (${end})`)
  }
  // in the order of arrival: the devices in turn, with increasing time
  for (let hour = 0; hour < DAYS * 24; hour++) {
    const first = to - DAYS * DAY + hour * 3600
    await db.query(
      `insert into device_log (at, device_id, scene_id, type, severity, source, program, text)
       select $1::int + n * 3599 / $4::int, ($2::int[])[1 + n % $5::int], $3::int, (array['sys', 'acc', 'mrzc', 'wan', 'pg2'])[1 + n % 5], 3 + n % 4, '',
         (array['crond', 'sshd', 'dnsmasq-dhcp', 'netifd', 'fw4'])[1 + n % 5],
         'event ' || md5(n::text || $1) || ' of interface eth' || n % 4 || ' from 192.0.2.' || n % 250 || ' state ' || (n::bigint * 31 + $1::int / 3600 * 13) % 977
       from generate_series(0, $4::int - 1) n`,
      [first, ids, scene_id, Math.ceil(ROWS / DAYS / 24), DEVICES],
    )
  }
  await db.query('vacuum analyze device_log')
  return made
}

/** One search of the console against the same rows in plain SQL. */
export const logSearch = defineFigure({
  name: 'log-search',
  what: `GET log/device: a week of ${ROWS.toLocaleString('en')} lines searched by text and device, p95 against bare SQL on the same index`,
  must: { is: 'at most', value: 2, unit: '×' },
  async round() {
    product ??= await furnish()
    const [ours, floor]: [number[], number[]] = [[], []]
    for (let turn = 0; turn <= TURNS; turn++) {
      const device_id = ids[(turn * 7919) % ids.length] as number
      const search = `state ${(turn * 131) % 977}`
      const plain = () =>
        product?.db.query({ name: 'bare', text: bare, values: [device_id, to - DAYS * DAY, `%${search}%`] })
      const console = () =>
        product?.call('GET log/device', { device_id, search, from: to - DAYS * DAY, limit: 50, page: 1 })
      // the first query reads the rows into memory
      await plain()
      const began = performance.now()
      const found = await plain()
      const between = performance.now()
      const { total } = await console()
      const ended = performance.now()
      if (!total || !found?.rowCount) throw new Error('a search that found nothing')
      // the first turn plans the statements
      if (turn === 0) continue
      floor.push(between - began)
      ours.push(ended - between)
    }
    const [p95, bareP95] = [quantile(ours, 0.95), quantile(floor, 0.95)]
    return { value: p95 / bareP95, floor: bareP95, note: `${p95.toFixed(1)} ms against ${bareP95.toFixed(1)}` }
  },
  async after() {
    await product?.stop()
    product = undefined
  },
})
