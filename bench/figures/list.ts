import { Agent, request } from 'node:http'
import { defineFigure } from '../kit/define-figure.ts'
import { type SideProcess, startSideProcess } from '../kit/side-process.ts'
import { quantile } from '../kit/process-figures.ts'
import { type BenchProduct, startProduct } from '../kit/product.ts'

const DEVICES = 20_000
const CLIENTS = 8
const SECONDS = 5

interface ListLoad {
  perSecond: number
  p99: number
}

/** Eight clients; each sends the next request when it has its answer. */
async function load(url: string, token: string): Promise<ListLoad> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  const took: number[] = []
  const until = performance.now() + SECONDS * 1000
  const get = () =>
    new Promise<void>((resolve, reject) => {
      const began = performance.now()
      request(url, { agent, headers: token ? { authorization: token } : {} }, (answer) => {
        answer
          .on('data', () => {})
          .on('end', () => {
            took.push(performance.now() - began)
            resolve()
          })
      })
        .on('error', reject)
        .end()
    })
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (performance.now() < until) await get()
    }),
  )
  agent.destroy()
  return { perSecond: took.length / SECONDS, p99: quantile(took, 0.99) }
}

let product: BenchProduct | undefined
let floor: { url: string; helper: SideProcess } | undefined

async function ready(): Promise<{ product: BenchProduct; floorUrl: string }> {
  product ??= await furnish()
  floor ??= await startFloor(product)
  return { product, floorUrl: floor.url }
}

let scene = 0
async function furnish(): Promise<BenchProduct> {
  const made = await startProduct()
  scene = (await made.call<{ id: number }>('POST scene', { name: 'Twenty thousand' })).id
  await made.db.query(
    `with d as (insert into device (serial, scene_id, type, name, model, claimed_at) select lpad(to_hex(n), 12, '0'), $1, n % 3, 'device ' || md5(n::text), 'model ' || n % 20, 0 from generate_series(1, $2) n returning id)
     insert into device_state (device_id, online, since, seen_at, cpu, mem, rx_bps, tx_bps) select id, true, 1, 1, id % 1000, id % 900, id * 17, id * 19 from d`,
    [scene, DEVICES],
  )
  await made.db.query('analyze')
  return made
}

async function startFloor({ db }: BenchProduct): Promise<{ url: string; helper: SideProcess }> {
  const helper = startSideProcess('floors/bare-fastify-child.ts', db.options.connectionString as string, String(scene))
  const { port } = await helper.message<{ port: number }>()
  return { url: `http://127.0.0.1:${port}/`, helper }
}

async function pair(): Promise<{ ours: ListLoad; bare: ListLoad }> {
  const { product: made, floorUrl } = await ready()
  const query = new URLSearchParams({
    page: '1',
    limit: '50',
    orderby: 'name desc',
    search: 'a1',
    scene_id: String(scene),
    uid: String(made.uid),
    lang: 'en',
  })
  const bare = await load(`${floorUrl}?search=a1`, '')
  const ours = await load(`${made.url}/api/v1/device/all?${query}`, made.token)
  return { ours, bare }
}

export const listRate = defineFigure({
  name: 'list',
  what: 'device/all, 50 of 20,000, searched, sorted, counted, with session, permission and scene: requests a second against bare fastify with the same SQL',
  must: { is: 'at least', value: 0.65 },
  async round() {
    const { ours, bare } = await pair()
    return {
      value: ours.perSecond / bare.perSecond,
      floor: bare.perSecond,
      note: `${Math.round(ours.perSecond)}/s against ${Math.round(bare.perSecond)}/s`,
    }
  },
})

export const listTail = defineFigure({
  name: 'list-p99',
  what: 'device/all, 50 of 20,000, under the same load: p99 of the answer against that of bare fastify',
  must: { is: 'at most', value: 1.5, unit: '×' },
  async round() {
    const { ours, bare } = await pair()
    return {
      value: ours.p99 / bare.p99,
      floor: bare.p99,
      note: `${ours.p99.toFixed(1)} ms against ${bare.p99.toFixed(1)}`,
    }
  },
  async after() {
    await floor?.helper.stop()
    await product?.stop()
  },
})
