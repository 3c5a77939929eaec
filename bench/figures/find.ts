import { defineFigure } from '../kit/define-figure.ts'
import { median } from '../kit/process-figures.ts'
import { type BenchProduct, startProduct } from '../kit/product.ts'

const SCENES = 200
const DEVICES = 20_000
const TERMINALS = 200_000
const TURNS = 9

/** Typical search texts: frequent and rare parts of names in both scripts, of numbers and of addresses; a word without results. */
const typed = {
  'GET device/find': ['a', 'ap', 'lobby', 'lobby-ap-123', '会议室', 'cw-ax', '0a1b', '203.0.12', '192.168.3.1', 'zzzz'],
  'GET terminal/find': ['iphone', 'iphone-12', 'desk', '10.', '10.2.3.4', 'abc', 'd8:bb', 'zzzz'],
}

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
       insert into device (serial, scene_id, type, name, model, claimed_at)
       select lpad(to_hex(n::bigint * 7919 * 104729 % 281474976710656), 12, '0'), $1 + n % $2, 1,
         (array['总部核心路由器', 'Lobby-AP', '三楼会议室 AP', 'Warehouse-SW', '前台'])[1 + n % 5] || '-' || n, 'CW-AX' || n % 30, 0
       from generate_series(1, $3) n returning id)
     insert into device_state (device_id, online, since, seen_at, wan_ip, lan_ip)
     select id, id % 9 <> 0, 1, 1, '203.' || id / 65536 || '.' || id / 256 % 256 || '.' || id % 256, '192.168.' || id % 256 || '.1' from d`,
    [first, SCENES, DEVICES],
  )
  await made.db.query(
    `insert into terminal (scene_id, mac, device_id, link, rank, ip, hostname, since, first_seen, last_seen)
     select d.scene_id, lpad(to_hex(n::bigint * 7919 * 1299709 % 281474976710656), 12, '0')::macaddr, d.id, 2, 3,
       '10.' || n / 65536 || '.' || n / 256 % 256 || '.' || n % 256,
       (array['iPhone', 'DESKTOP', 'android', 'HUAWEI-P60', 'Printer', '李雷的手机'])[1 + n % 6] || '-' || to_hex(n * 31), 0, 0, 0
     from generate_series(1, $1) n join (select id, scene_id, row_number() over (order by id) as place from device) d
       on d.place = 1 + n % $2`,
    [TERMINALS, DEVICES],
  )
  await made.db.query('vacuum analyze')
  // a session caches its visible scenes until a scene is created through the API
  await made.call('POST scene', { name: 'The last' })
  return made
}

interface TimedSearch {
  call: string
  word: string
  ms: number
}

/** No order, no count, no rights: the minimum of any search. */
const statements: Readonly<Record<string, string>> = {
  'GET device/find': `select d.id, d.name, d.serial, s.wan_ip from device d join device_state s on s.device_id = d.id
    where d.name ilike $1 or d.serial ilike $1 limit 10`,
  'GET terminal/find': `select id, mac, hostname, ip from terminal where hostname ilike $1 limit 10`,
}

/** Median in milliseconds. */
async function barely({ db }: BenchProduct, { call, word }: TimedSearch): Promise<number> {
  const took: number[] = []
  for (let turn = 0; turn <= TURNS; turn++) {
    const began = performance.now()
    await db.query({ name: call, text: statements[call] as string, values: [`%${word}%`] })
    took.push(performance.now() - began)
  }
  // the first run plans the statement
  return median(took.slice(1))
}

export const find = defineFigure({
  name: 'find',
  what: 'device/find and terminal/find over HTTP with 20,000 devices and 200,000 terminals: median of the slowest of eighteen words',
  must: { is: 'at most', value: 30, unit: 'ms' },
  bare: 'ten rows whose name or address contains the word, by bare SQL on the same indexes',
  async round() {
    product ??= await furnish()
    const medians: TimedSearch[] = []
    for (const [call, words] of Object.entries(typed))
      for (const word of words) {
        const took: number[] = []
        for (let turn = 0; turn < TURNS; turn++) {
          const began = performance.now()
          await product.call(call, { search: word })
          took.push(performance.now() - began)
        }
        medians.push({ call, word, ms: median(took) })
      }
    const slowest = medians.reduce((worst, one) => (one.ms > worst.ms ? one : worst))
    return {
      value: slowest.ms,
      floor: await barely(product, slowest),
      note: `“${slowest.word}”; the middle one ${median(medians.map(({ ms }) => ms)).toFixed(1)} ms`,
    }
  },
  after: async () => {
    await product?.stop()
    product = undefined
  },
})
