import { defineFigure } from '../kit/define-figure.ts'
import { median } from '../kit/process-figures.ts'
import { type BenchProduct, startProduct } from '../kit/product.ts'

const SCENES = 200
const DEVICES = 20_000
const BACKUPS = 3
const TURNS = 9

let product: BenchProduct | undefined

async function furnish(): Promise<BenchProduct> {
  const made = await startProduct()
  const { rows } = await made.db.query<{ id: number }>(
    `insert into scene (team_id, name, province, city, address, industry, remark, time_zone, changed_by, created_at, updated_at)
     select (select id from team limit 1), 'scene ' || n, '', '', '', '', '', 'UTC', '', 0, 0 from generate_series(1, $1) n returning id`,
    [SCENES],
  )
  const first = rows[0]?.id ?? 1
  await made.db.query(
    `with d as (
       insert into device (serial, scene_id, type, name, model, verbs, claimed_at)
       select lpad(to_hex(n::bigint * 7919 * 104729 % 281474976710656), 12, '0'), $1 + n % $2, 1, 'AP-' || n, 'CW-AX50', '{running}', 0
       from generate_series(1, $3) n returning id)
     insert into device_state (device_id, online, since, seen_at) select id, id % 9 <> 0, 1, 1 from d`,
    [first, SCENES, DEVICES],
  )
  await made.db.query(
    `insert into device_content (digest, format, bytes, sha256, stored, sealed)
     select 'd' || n, 'document', 1000 + n, 's' || n, 300, '\\x00' from generate_series(1, 5000) n`,
  )
  await made.db.query(
    `insert into device_backup (device_id, content_id, sha256, complete, newest, firmware, created_at)
     select d.id, (select min(id) from device_content) + (d.id + n) % 5000, '', d.id % 50 <> 0, n = $1, '4.' || d.id % 5,
       extract(epoch from now())::bigint - (d.id % 12) * 86400 - ($1 - n) * 86400
     from device d, generate_series(1, $1) n where d.id % 10 <> 0`,
    [BACKUPS],
  )
  await made.db.query('vacuum analyze')
  // a session caches its visible scenes until a scene is created through the API
  await made.call('POST scene', { name: 'The last' })
  return made
}

const asked: readonly [string, Record<string, unknown>][] = [
  ['GET device/backup/count', {}],
  ['GET device/backup/fleet', { limit: 100, orderby: 'state asc' }],
  ['GET device/backup/fleet', { limit: 100, orderby: 'created_at desc', page: 100 }],
  ['GET device/backup/fleet', { limit: 100, state: 'overdue' }],
  ['GET device/backup/fleet', { limit: 100, search: 'AP-19' }],
]

/** The backup state of the whole fleet, over HTTP. */
export const backupList = defineFigure({
  name: 'backup-list',
  what: 'device/backup/count and device/backup/fleet over HTTP with 20,000 devices: median of the slowest of five requests',
  must: { is: 'at most', value: 100, unit: 'ms' },
  async round() {
    product ??= await furnish()
    const medians: { what: string; ms: number }[] = []
    for (const [call, payload] of asked) {
      const took: number[] = []
      for (let turn = 0; turn < TURNS; turn++) {
        const began = performance.now()
        await product.call(call, payload)
        took.push(performance.now() - began)
      }
      medians.push({ what: `${call} ${JSON.stringify(payload)}`, ms: median(took) })
    }
    const slowest = medians.reduce((a, b) => (a.ms > b.ms ? a : b))
    return { value: slowest.ms, note: medians.map(({ what, ms }) => `${ms.toFixed(1)} ms ${what}`).join('; ') }
  },
  async after() {
    await product?.stop()
  },
})
