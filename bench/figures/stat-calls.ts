import { Agent, request } from 'node:http'
import { defineFigure } from '../kit/define-figure.ts'
import { type SideProcess, startSideProcess } from '../kit/side-process.ts'
import { quantile } from '../kit/process-figures.ts'
import { furnishMonth, type StatStore } from '../kit/stat-store.ts'

const TURNS = 60
/** Number of calls that the note names. */
const TOLD = 6

const kinds = { router: '0, 4', firewall: '3', ap: '1', switch: '2' }
const states = `select d.scene_id, count(*) as devices, count(*) filter (where s.online) as online from device d join device_state s on s.device_id = d.id group by 1`
const steps = (columns: string) =>
  `select ts / 7200 * 7200 as ts, ${columns} from scene_1h where ts >= $1 and ts < $2 group by 1 order by 1`
const top = (column: string) =>
  `select (select sum(${column}) from floor_terminal) as total, t.id, t.mac, t.hostname, c.name, f.${column} from (select terminal_id, ${column} from floor_terminal order by ${column} desc limit 10) f join terminal t on t.id = f.terminal_id join scene c on c.id = t.scene_id`
const share = (key: string) => `select ${key} as key, count(*) from floor_terminal where online > 0 group by 1`

/** Every call, and the statement that has the same result from a roll-up; $1 and $2 are the period, where there is one. */
const floors: Readonly<Record<string, string>> = {
  'device/count': `select d.type, count(*), count(*) filter (where s.online) from device d join device_state s on s.device_id = d.id group by 1`,
  'alarm/count': `select level, count(*) filter (where state = 0), count(*) filter (where first_at > $2 - 172800) from alarm where state = 0 or first_at > $2 - 172800 group by 1`,
  'scene/count': `select c.id, d.devices, d.online from scene c left join (${states}) d on d.scene_id = c.id`,
  'scene/region': `select c.province, count(*), sum(d.devices), sum(d.online) from scene c left join (${states}) d on d.scene_id = c.id group by 1`,
  ...Object.fromEntries(
    Object.entries(kinds).flatMap(([kind, types]) => [
      [
        `${kind}/count`,
        `select ts / 7200 * 7200 as ts, sum(total)::float8 / 24, sum(online)::float8 / 24 from presence_1h where type in (${types}) and ts >= $1 and ts < $2 group by 1 order by 1`,
      ],
      [`${kind}/model`, `select model, count(*) from device where type in (${types}) group by 1 order by 2 desc`],
      [`${kind}/sversion`, `select firmware, count(*) from device where type in (${types}) group by 1 order by 2 desc`],
    ]),
  ),
  'traffic/used': steps('sum(rx)::float8, sum(tx)::float8'),
  'traffic/rank': `select u.scene_id, c.name, sum(rx + tx)::float8 from scene_1d u join scene c on c.id = u.scene_id where ts >= $1 and ts < $2 group by 1, 2 order by 3 desc`,
  'traffic/rank/app': `select app, sum(rx)::float8, sum(tx)::float8 from floor_app where ts >= $1 and ts < $2 group by 1 order by 2 desc`,
  'terminal/rank/flow': top('flow'),
  'terminal/rank/online': top('online'),
  'terminal/online': steps('sum(wired)::float8, sum(band2)::float8, sum(band5)::float8, sum(band6)::float8'),
  'terminal/access': `select (select json_agg(s) from (${steps('sum(access), sum(fresh)')}) s), (select json_agg(t) from (${top('access')}) t)`,
  'terminal/company': share('kind & 7'),
  'terminal/os': share('kind >> 3'),
  'terminal/duration': share('width_bucket(online, array[301, 1801, 3601, 7201, 14401, 28801, 86401])'),
  'terminal/period': `select ts, sum(wired + band2 + band5 + band6)::float8 from scene_1h where ts >= $1 and ts < $2 group by 1 order by 1`,
  'alarm/trend': `select first_at / 7200 * 7200 as ts, level, count(*) from alarm where first_at >= $1 and first_at < $2 group by 1, 2 order by 1`,
  'alarm/rank': `select type, count(*), sum(cnt) from alarm where first_at >= $1 and first_at < $2 group by 1 order by 2 desc`,
}

let store: StatStore | undefined
let floor: { url: string; helper: SideProcess } | undefined
const agent = new Agent({ keepAlive: true })

async function ready() {
  store ??= await furnishMonth()
  floor ??= await startFloor(store)
  return { store, floor }
}

async function startFloor({ product, from, to }: StatStore) {
  const statements = Object.values(floors).map((text) => ({
    text: text.replaceAll('$1', String(from)).replaceAll('$2', String(to)),
    values: [],
  }))
  const url = product.db.options.connectionString as string
  const helper = startSideProcess('floors/bare-sql-child.ts', url, JSON.stringify(statements))
  const { port } = await helper.message<{ port: number }>()
  return { url: `http://127.0.0.1:${port}/`, helper }
}

function timed(url: string, token: string): Promise<number> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: token ? { authorization: token } : {} }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (piece: string) => (text += piece))
      answer.on('end', () =>
        text.startsWith('{"code":0')
          ? resolve(performance.now() - began)
          : reject(new Error(`${url}: ${text.slice(0, 200)}`)),
      )
    })
      .on('error', reject)
      .end()
  })
}

interface TimedCall {
  path: string
  ours: number
  bare: number
}

/** p95 of every call and of its floor, measured alternately. */
async function timeAll(): Promise<TimedCall[]> {
  const { store: made, floor: bareServer } = await ready()
  const query = new URLSearchParams({
    from: String(made.from),
    to: String(made.to),
    uid: String(made.product.uid),
    lang: 'en',
  })
  const all: TimedCall[] = []
  for (const [n, path] of Object.keys(floors).entries()) {
    const [ours, bare]: [number[], number[]] = [[], []]
    for (let turn = 0; turn < TURNS; turn++) {
      bare.push(await timed(`${bareServer.url}?n=${n}`, ''))
      ours.push(await timed(`${made.product.url}/api/v1/stat/${path}?${query}`, made.product.token))
    }
    // the first call of each plans the statement and fills caches
    all.push({ path, ours: quantile(ours.slice(1), 0.95), bare: quantile(bare.slice(1), 0.95) })
  }
  return all
}

/** The worst call first, and a note about the worst few. */
function worst(all: readonly TimedCall[], of: (one: TimedCall) => number) {
  const sorted = [...all].sort((a, b) => of(b) - of(a))
  const words = ({ path, ours, bare }: TimedCall) => `${path} ${ours.toFixed(1)} ms against ${bare.toFixed(1)}`
  return { value: of(sorted[0] as TimedCall), note: sorted.slice(0, TOLD).map(words).join(', ') }
}
const sum = (all: readonly TimedCall[]) => all.reduce((total, { bare }) => total + bare, 0)

export const statCalls = defineFigure({
  name: 'stat-calls',
  what: 'every stat/* call over 30 days, 10,000 devices and 200,000 terminals: p95 of the slowest',
  must: { is: 'at most', value: 50, unit: 'ms' },
  bare: 'the same result from a roll-up by bare SQL over bare HTTP',
  async round() {
    const all = await timeAll()
    const slowest = all.reduce((a, b) => (a.ours > b.ours ? a : b))
    return { ...worst(all, ({ ours }) => ours), floor: slowest.bare }
  },
})

export const statRatio = defineFigure({
  name: 'stat-calls-ratio',
  what: 'every stat/* call over 30 days: p95 of the call with the largest ratio to the same result from a roll-up by bare SQL over bare HTTP',
  must: { is: 'at most', value: 3, unit: '×' },
  async round() {
    const all = await timeAll()
    return { ...worst(all, ({ ours, bare }) => ours / bare), floor: sum(all) }
  },
  async after() {
    await floor?.helper.stop()
    await store?.product.stop()
    store = undefined
    floor = undefined
  },
})
