import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { until } from '@belvedere/e2e/kit/wait.ts'
import { defineFigure } from '../kit/define-figure.ts'
import { type BareServer, startBareServer } from '../kit/floor.ts'
import { type Herd, makeHerd } from '../kit/herd.ts'
import { cpuOf, cpuOfTree, quantile } from '../kit/process-figures.ts'
import { bareSingles } from '../kit/bare-singles.ts'
import { type ProductRig, pause, rigOf, storedSince } from '../kit/rig.ts'
import { sized } from '../kit/sized.ts'

const DEVICES = sized(2000)
const EACH = 10
/** Milliseconds within which messages are stored, with a wide margin. */
const LIMIT_MS = 60_000
/** Values of a sample: seconds, cpu, mem, temp, load, terminals, octets in and out through the uplink and each of six interfaces. */
const VALUES = 20
/** Samples that an agent delivers after an hour. */
const SAMPLES = 60
const HOUR = 3600
/** Hours per round, one after the other: each takes half a second. */
const TIMES = 3
/** Hours per run: samples of a device must be later than its former ones, and at most a week old. */
const MOST_HOURS = 160

/** Writes the result of `query` into `table` by one COPY. Milliseconds. */
async function copyInto({ product }: ProductRig, query: string, table: string): Promise<number> {
  const client = await product.db.connect()
  try {
    const chunks: Buffer[] = []
    for await (const chunk of client.query(copyTo(`copy (${query}) to stdout`))) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks)
    const began = performance.now()
    await pipeline(Readable.from([text]), client.query(copyFrom(`copy ${table} from stdin`)))
    return performance.now() - began
  } finally {
    client.release()
  }
}

/** Samples of a period, sorted as devices deliver them. */
const samplesOf = (from: number) =>
  `select * from telemetry_sample where ts >= ${from} and ts < ${from + HOUR} order by device_id, ts`

/** The same values in the usual layout of other stores: a row per value, with the same two indexes. */
async function copyNarrow(rig: ProductRig, from: number): Promise<number> {
  await rig.product.db.query(`create table if not exists bench_narrow (device_id int, ts int, key smallint, value real);
    create index if not exists bench_narrow_device on bench_narrow (device_id, ts);
    create index if not exists bench_narrow_ts on bench_narrow using brin (ts)`)
  const values = 'array[cpu, mem, temp, load, terminals]::real[] || traffic'
  const query = `select device_id, ts, key, value from (${samplesOf(from)}) s, unnest(${values}) with ordinality as v(value, key)`
  return copyInto(rig, query, 'bench_narrow')
}

let rounds = 0

/** All agents deliver the samples of another hour. Returns the start of the hour, and milliseconds until the last confirmation. */
async function handedIn({ product, herd }: ProductRig): Promise<{ from: number; ms: number }> {
  const now = Math.floor(Date.now() / 1000)
  const round = ++rounds
  const from = (Math.floor(now / HOUR) - MOST_HOURS + round) * HOUR
  await herd.prepare({ first: 1 + (round - 1) * SAMPLES, count: SAMPLES, from, now })
  const { ms } = await herd.handIn()
  const { rows } = await product.db.query<{ n: number }>(
    `select count(*)::int as n from telemetry_sample where ts >= ${from} and ts < ${from + HOUR}`,
  )
  if (rows[0]?.n !== DEVICES * SAMPLES) throw new Error(`${rows[0]?.n} of ${DEVICES * SAMPLES} samples are there`)
  return { from, ms }
}

/** Each agent reports its interfaces once, so that this is not measured. */
async function introduced(): Promise<void> {
  const { product, herd } = await rigOf(DEVICES, true)
  const from = await product.metric('ingest_stored_total')
  await herd.send({ each: 1, perSecond: 1000, kind: 'agent' })
  await storedSince(product, from, DEVICES)
  // compiled and at full size: a server that has just started is not measured
  for (let time = 0; time < 2; time++) await handedIn(await rigOf(DEVICES, true))
}

const aRow = (seconds: number) => ((seconds * 1e6) / (TIMES * DEVICES * SAMPLES)).toFixed(1)

const against = (name: string, what: string, floorOf: (rig: ProductRig, from: number) => Promise<number>) =>
  defineFigure({
    name,
    what: `durable telemetry: values a second that 2,000 agents deliver after an hour without the server, from TLS sockets to committed rows, against one COPY of ${what}`,
    must: { is: 'at least', value: 0.5 },
    before: introduced,
    async round() {
      const rig = await rigOf(DEVICES, true)
      const cpu = () => [cpuOf(rig.product.pid), cpuOfTree(rig.product.postgresPid)] as const
      const took = { ours: 0, floor: 0, server: 0, postgres: 0 }
      for (let time = 0; time < TIMES; time++) {
        const [server, postgres] = cpu()
        const { from, ms } = await handedIn(rig)
        const after = cpu()
        took.ours += ms
        took.server += after[0] - server
        took.postgres += after[1] - postgres
        took.floor += await floorOf(rig, from)
      }
      const aSecond = (ms: number) => ((TIMES * DEVICES * SAMPLES * VALUES) / ms) * 1000
      const [ours, floor] = [aSecond(took.ours), aSecond(took.floor)]
      const note = `${Math.round(ours)} values/s against ${Math.round(floor)}; CPU a row ${aRow(took.server)} µs in the server, ${aRow(took.postgres)} in PostgreSQL`
      return { value: ours / floor, floor, note }
    },
  })

export const telemetry = against('telemetry', 'the same rows into the same table', (rig, from) =>
  copyInto(rig, samplesOf(from), 'telemetry_sample'),
)
export const telemetryNarrow = against('telemetry-narrow', 'the same values as a row each', copyNarrow)

/** Milliseconds from the first message on the sockets until all are committed. */
async function ingested({ product, herd }: ProductRig): Promise<number> {
  const from = await product.metric('ingest_stored_total')
  const began = performance.now()
  void herd.send({ each: EACH, perSecond: 0, kind: 'small' })
  await storedSince(product, from, DEVICES * EACH)
  return performance.now() - began
}

let bare: BareServer | undefined
let bareHerd: Herd | undefined

/** A server that only parses the same messages and copies a row each: the limit that the sockets set. */
async function openBare(): Promise<void> {
  if (bare) return
  const { product } = await rigOf(DEVICES)
  bare = await startBareServer(product.caDir, 'copy', product.db.options.connectionString as string)
  bareHerd = await makeHerd(product.caDir, DEVICES, 3_000_001)
  await bareHerd.connect(bare.port)
  // both sides are compiled
  await ingested(await rigOf(DEVICES))
  await barely()
}

async function closeBare(): Promise<void> {
  bareHerd?.stop()
  await bare?.stop()
  bare = bareHerd = undefined
}

/** Milliseconds from the first message on the sockets until the bare server has stored all. */
async function barely(): Promise<number> {
  const server = bare as BareServer
  const stored = async () => (await server.ask<{ stored: number }>('counts')).stored
  const from = await stored()
  const began = performance.now()
  void bareHerd?.send({ each: EACH, perSecond: 0, kind: 'small' })
  await until('the bare server has stored all', LIMIT_MS, async () => (await stored()) >= from + DEVICES * EACH, 20)
  return performance.now() - began
}

export const telemetryState = defineFigure({
  name: 'telemetry-state',
  what: 'durable telemetry with one state document per row: values a second from 2,000 device sockets to committed rows, against a bare server that parses the same documents and copies a row each',
  must: { is: 'at least', value: 0.5 },
  before: openBare,
  after: closeBare,
  async round() {
    const rig = await rigOf(DEVICES)
    const values = DEVICES * EACH * VALUES
    const ours = (values / (await ingested(rig))) * 1000
    const most = (values / (await barely())) * 1000
    return { value: ours / most, floor: most, note: `${Math.round(ours)} values/s against ${Math.round(most)}` }
  },
})

export const freshness = defineFigure({
  name: 'freshness',
  what: 'message on the socket to queryable by a call, p99, while 2,000 devices send 1,000 messages a second',
  must: { is: 'at most', value: 500, unit: 'ms' },
  bare: 'a message to a bare WebSocket client, its answer, and one committed INSERT, without load',
  quick: true,
  async round() {
    const rig = await rigOf(DEVICES)
    const load = rig.herd.send({ each: 8, perSecond: 1000, kind: 'small' })
    // a round that fails ends the clients, and their load fails then
    const [took] = await Promise.all([queryable(rig), load])
    const floor = quantile(await bareSingles(rig.product, took.length), 0.99)
    return { value: quantile(took, 0.99), floor, note: `p50 ${Math.round(quantile(took, 0.5))} ms` }
  },
})

/** Milliseconds of each message until a call finds its device, while the others send. */
async function queryable({ product, herd, ids }: ProductRig): Promise<number[]> {
  await pause(1000)
  const took: number[] = []
  for (let n = 0; n < sized(60); n++) {
    // another device each time: messages that a device sends in quick succession are combined
    const id = ids[n] as number
    const before = await seen(product.db, id)
    const at = performance.now()
    await herd.send({ each: 1, perSecond: 0, kind: 'small', only: herd.serials[n] as string })
    await until('the message is stored', LIMIT_MS, async () => (await seen(product.db, id)) !== before, 2)
    const call = await product.call<{ list: unknown[] }>('GET device/all', { ids: String(id) })
    if (call.list.length === 1) took.push(performance.now() - at)
  }
  return took
}

async function seen(db: ProductRig['product']['db'], id: number): Promise<string> {
  return (
    (await db.query<{ n: string }>('select count(*)::text as n from telemetry_sample where device_id = $1', [id]))
      .rows[0]?.n ?? ''
  )
}

export const diskBytes = defineFigure({
  name: 'disk-bytes',
  what: 'bytes on disk per stored value, indexes included',
  must: { is: 'at most', value: 12, unit: 'bytes' },
  async round() {
    const { product, herd } = await rigOf(DEVICES)
    const from = await product.metric('ingest_stored_total')
    await herd.send({ each: 20, perSecond: 4000, kind: 'small' })
    await storedSince(product, from, 20 * DEVICES)
    await product.db.query('vacuum telemetry_sample')
    const { bytes, rows } = (
      await product.db.query<{ bytes: number; rows: number }>(
        `select (select sum(pg_total_relation_size(relid)) from pg_partition_tree('telemetry_sample') where isleaf)::float8 as bytes, (select count(*) from telemetry_sample)::float8 as rows`,
      )
    ).rows[0] as { bytes: number; rows: number }
    return { value: bytes / rows / VALUES, note: `${Math.round(bytes / rows)} bytes a row of ${VALUES} values` }
  },
})
