import { defineFigure } from '../kit/define-figure.ts'
import { quantile } from '../kit/process-figures.ts'
import { type BenchProduct, startProduct } from '../kit/product.ts'
import { partitionOf } from '@belvedere/server/engines/partitions/partition-store.ts'
import { makeSite } from './topology.ts'

const DEVICES = 1000
/** Devices that were removed in those days; they are part of the past. */
const REMOVED = 50
const DAYS = 30
const TURNS = 100
const DAY = 86_400
/** Seconds between samples: the longest distance at which samples still show the state of a device. */
const STEP = 600

let product: BenchProduct | undefined
let scene = 0
let from = 0

/** A month of outages, link changes, names, firmware, radios, configurations, alarms and samples. */
async function furnish(): Promise<BenchProduct> {
  const made = await startProduct()
  scene = await makeSite(made, 'A thousand', DEVICES, 20_000)
  const { db } = made
  const { rows } = await db.query<{ now: number }>('select extract(epoch from now())::int as now')
  const now = rows[0]?.now ?? 0
  from = now - DAYS * DAY
  for (let day = 0; day < DAYS; day++) {
    const start = from + day * DAY
    for (const ts of [start, start + DAY]) {
      const { name, from: begins, to } = partitionOf('telemetry_5m', 30, ts)
      await db.query(
        `create table if not exists ${name} partition of telemetry_5m for values from (${begins}) to (${to})`,
      )
    }
    await db.query(
      `insert into telemetry_5m (device_id, ts, n, span, cpu, cpu_max, mem, terminals, terminals_max, rx, tx)
       select d.id, t, 5, 300, 100, 200, 300, 20, 30, 1000, 1000 from device d, generate_series($2::int, $3::int - 1, ${STEP}) t where d.scene_id = $1`,
      [scene, start, start + DAY],
    )
  }
  // each device was offline every other day, and every link was a different one for some hours of each third day
  await db.query(`update device_presence_interval set since = $2 where scene_id = $1`, [scene, now - 600])
  await db.query(
    `insert into device_presence_interval (device_id, scene_id, online, since, until)
     select d.id, $1, n % 2 = 0, $2 + n * ${DAY} + d.id % 3600, $2 + (n + 1) * ${DAY} + d.id % 3600 from device d, generate_series(0, ${DAYS - 2}) n where d.scene_id = $1`,
    [scene, from],
  )
  await db.query(
    `insert into link_observation (device_id, scene_id, source, port, peer, remote_port, since, until)
     select s.device_id, $1, s.source, s.port, s.peer, s.remote_port, $2 + n * ${3 * DAY}, $2 + n * ${3 * DAY} + ${2 * DAY} from link_observation s, generate_series(0, ${DAYS / 3 - 1}) n
     where s.scene_id = $1 and s.until is null`,
    [scene, from],
  )
  await db.query('update link_observation set since = $2 where scene_id = $1 and until is null', [scene, now - 600])
  await db.query('delete from device_properties_interval')
  await db.query(
    `insert into device_properties_interval (device_id, scene_id, serial, type, name, model, firmware, radios, since, until)
     select d.id, $1, d.serial, d.type, 'name ' || n, d.model, 'v' || n, '[{"band":"5G","channel":36,"width":80,"power":20},{"band":"2.4G","channel":6,"width":20,"power":18}]',
       $2 + n * ${3 * DAY}, $2 + (n + 1) * ${3 * DAY} from device d, generate_series(0, ${DAYS / 3 - 1}) n where d.scene_id = $1`,
    [scene, from],
  )
  await db.query(`insert into config_document (digest, bytes, body, created_at) values ('bench', 1, '', 0)`)
  await db.query(
    `insert into device_revision (device_id, uuid, digest, source, state, made_by, created_at, settled_at)
     select d.id, n, 'bench', 'change', 1, 'bench', $2 + n * ${3 * DAY}, $2 + n * ${3 * DAY} from device d, generate_series(0, ${DAYS / 3 - 1}) n where d.scene_id = $1`,
    [scene, from],
  )
  await db.query(
    `insert into alarm (scene_id, device_id, type, level, state, first_at, last_at, ended_at)
     select $1, d.id, 'dev_offline', 1, 1, $2 + n * ${DAY}, $2 + n * ${DAY} + 3600, $2 + n * ${DAY} + 3600 from device d, generate_series(0, ${DAYS - 1}) n where d.scene_id = $1`,
    [scene, from],
  )
  await db.query(
    `delete from device where id in (select id from device where scene_id = $1 and type = 1 order by id desc limit ${REMOVED})`,
    [scene],
  )
  await db.query('vacuum analyze')
  return made
}

export const past = defineFigure({
  name: 'past',
  what: 'a scene of 1,000 devices at any moment of 30 days: topology, state, names, firmware, radios, configurations and alarms over HTTP, p95',
  must: { is: 'at most', value: 300, unit: 'ms' },
  async round() {
    product ??= await furnish()
    const took: number[] = []
    let nodes = Number.POSITIVE_INFINITY
    for (let turn = 0; turn < TURNS; turn++) {
      // moments distributed over the whole time, each requested once
      const at = from + DAY + Math.floor((((turn * 61_803) % 100_000) / 100_000) * (DAYS - 2) * DAY)
      const began = performance.now()
      const answer = await product.call('GET scene/topology', { scene_id: scene, at })
      took.push(performance.now() - began)
      nodes = Math.min(nodes, answer.nodes.length)
    }
    if (nodes < DEVICES) throw new Error(`only ${nodes} of ${DEVICES} devices at some moment`)
    return {
      value: quantile(took, 0.95),
      note: `p50 ${quantile(took, 0.5).toFixed(0)} ms, most ${Math.max(...took).toFixed(0)} ms; ${REMOVED} of the devices were removed since`,
    }
  },
  after: async () => {
    await product?.stop()
    product = undefined
  },
})
