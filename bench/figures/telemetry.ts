import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { defineFigure } from '../kit/define-figure.ts'
import { type BareServer, startBareServer } from '../kit/floor.ts'
import { type Herd, makeHerd } from '../kit/herd.ts'
import { quantile } from '../kit/process-figures.ts'
import { type Rig, pause, rigOf, storedSince } from '../kit/rig.ts'

const DEVICES = 2000
const EACH = 10
/** cpu, mem, temp, load, terminals and in/out octets of eight interfaces, less the one that says "seconds". */
const VALUES = 20

/** What `query` selects, written into `table` by one COPY. Milliseconds. */
async function copyInto({ product }: Rig, query: string, table: string): Promise<number> {
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

const latest = (rows: number) => `select * from telemetry_sample order by ts desc limit ${rows}`

/** The newest samples once more, into the same table. */
const copyAgain = (rig: Rig, rows: number) => copyInto(rig, latest(rows), 'telemetry_sample')

/** The same values in the layout most stores have: a row each, with the same two indexes. */
async function copyNarrow(rig: Rig, rows: number): Promise<number> {
  await rig.product.db.query(`create table if not exists bench_narrow (device_id int, ts int, key smallint, value real);
    create index if not exists bench_narrow_device on bench_narrow (device_id, ts);
    create index if not exists bench_narrow_ts on bench_narrow using brin (ts)`)
  const values = 'array[cpu, mem, temp, load, terminals]::real[] || traffic[2:]'
  const query = `select device_id, ts, key, value from (${latest(rows)}) s, unnest(${values}) with ordinality as v(value, key)`
  return copyInto(rig, query, 'bench_narrow')
}

/** Milliseconds from the first message on the sockets until all are committed. */
async function ingested({ product, herd }: Rig): Promise<number> {
  const from = await product.metric('ingest_stored_total')
  const began = performance.now()
  void herd.send({ each: EACH, perSecond: 0, kind: 'small' })
  await storedSince(product, from, DEVICES * EACH)
  return performance.now() - began
}

let bare: BareServer | undefined
let bareHerd: Herd | undefined

/** A server that does nothing but parse the same messages and copy a row each: what the sockets alone leave. */
async function openBare(): Promise<void> {
  if (bare) return
  const { product } = await rigOf(DEVICES)
  bare = await startBareServer(product.caDir, 'copy', product.db.options.connectionString as string)
  bareHerd = await makeHerd(product.caDir, DEVICES, 3_000_001)
  await bareHerd.connect(bare.port)
}

async function closeBare(): Promise<void> {
  bareHerd?.stop()
  await bare?.stop()
  bare = bareHerd = undefined
}

/** Milliseconds from the first message on the sockets until the bare server has kept all. */
async function barely(): Promise<number> {
  const server = bare as BareServer
  const stored = async () => (await server.ask<{ stored: number }>('counts')).stored
  const from = await stored()
  const began = performance.now()
  void bareHerd?.send({ each: EACH, perSecond: 0, kind: 'small' })
  while ((await stored()) < from + DEVICES * EACH) await pause(20)
  return performance.now() - began
}

const against = (name: string, what: string, floorOf: (rig: Rig, rows: number) => Promise<number>) =>
  defineFigure({
    name,
    what: `durable telemetry: values a second from 2,000 device sockets to committed rows, against one COPY of ${what}`,
    must: { is: 'at least', value: 0.5 },
    before: openBare,
    after: closeBare,
    async round() {
      const rig = await rigOf(DEVICES)
      const values = DEVICES * EACH * VALUES
      const ours = (values / (await ingested(rig))) * 1000
      const floor = (values / (await floorOf(rig, DEVICES * EACH))) * 1000
      const most = (values / (await barely())) * 1000
      const note = `${Math.round(ours)} values/s against ${Math.round(floor)}; a bare server on the same sockets reaches ${Math.round(most)}, which is ${(most / floor).toFixed(3)} of it`
      return { value: ours / floor, floor, note }
    },
  })

export const telemetry = against('telemetry', 'the same rows into the same table', copyAgain)
export const telemetryNarrow = against('telemetry-narrow', 'the same values as a row each', copyNarrow)

export const freshness = defineFigure({
  name: 'freshness',
  what: 'message on the socket to queryable by a call, p99, while 2,000 devices send 1,000 messages a second',
  must: { is: 'at most', value: 500, unit: 'ms' },
  async round() {
    const { product, herd, ids } = await rigOf(DEVICES)
    const load = herd.send({ each: 8, perSecond: 1000, kind: 'small' })
    await pause(1000)
    const took: number[] = []
    for (let n = 0; n < 60; n++) {
      const id = ids[0] as number
      const before = await seen(product.db, id)
      const at = performance.now()
      await herd.send({ each: 1, perSecond: 0, kind: 'small', share: 0.0001 })
      while ((await seen(product.db, id)) === before) await pause(2)
      const call = await product.call<{ list: unknown[] }>('GET device/all', { ids: String(id) })
      if (call.list.length === 1) took.push(performance.now() - at)
    }
    await load
    return { value: quantile(took, 0.99), note: `p50 ${Math.round(quantile(took, 0.5))} ms` }
  },
})

async function seen(db: Rig['product']['db'], id: number): Promise<string> {
  return (
    (await db.query<{ n: string }>('select count(*)::text as n from telemetry_sample where device_id = $1', [id]))
      .rows[0]?.n ?? ''
  )
}

export const diskBytes = defineFigure({
  name: 'disk-bytes',
  what: 'bytes on disk a stored value, indexes included',
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
