import { until } from '@belvedere/e2e/kit/wait.ts'
import { plainQueue } from '../floors/plain-queue.ts'
import { compareIngests } from '../kit/compare-ingests.ts'
import { defineFigure } from '../kit/define-figure.ts'
import { type Herd, makeHerd } from '../kit/herd.ts'
import { quantile } from '../kit/process-figures.ts'
import { makeRig, pause, register, type ProductRig } from '../kit/rig.ts'

export const fairIngest = defineFigure({
  name: 'fair-ingest',
  what: 'CPU of ingest with fairness by team and device against first in, first out, of 10,000 devices',
  must: { is: 'at most', value: 1.1, unit: '×' },
  round: () => compareIngests({}, { queue: plainQueue }),
})

const QUIET = 500
const FLOODING = 50
const COMMANDS = 300

let quiet: ProductRig | undefined
let flooding: Herd | undefined

/** A team with 500 devices, and 50 devices of another team that send without a pause. */
async function beginFlood(): Promise<void> {
  if (quiet) return
  quiet = await makeRig(QUIET)
  const { db, devicePort, caDir } = quiet.product
  const scene = await db.query<{ id: number }>(
    `with t as (insert into team (name, created_at) values ('flooding', 0) returning id)
     insert into scene (team_id, name, created_at, updated_at, changed_by) select id, 'flooding', 0, 0, '' from t returning id`,
  )
  flooding = await makeHerd(caDir, FLOODING, 4_000_001)
  await register(db, scene.rows[0]?.id ?? 0, flooding.serials)
  await flooding.connect(devicePort)
  void floodWith(flooding)
  await pause(3000)
}

/** Sends until `endFlood` ends the clients; fails when they end before. */
async function floodWith(herd: Herd): Promise<void> {
  while (flooding === herd) {
    await herd.send({ each: 200, perSecond: 0, kind: 'large' }).catch((error: unknown) => {
      if (flooding === herd) throw error
    })
  }
}

async function endFlood(): Promise<void> {
  const clients = flooding
  flooding = undefined
  clients?.stop()
  quiet?.herd.stop()
  await quiet?.product.stop()
  quiet = undefined
}

export const floodedCommand = defineFigure({
  name: 'flooded-command',
  what: 'one command of a team with 500 devices through the HTTP API while 50 devices of another team flood, p99',
  must: { is: 'at most', value: 100, unit: 'ms' },
  before: beginFlood,
  async round() {
    const { product, ids } = quiet as ProductRig
    const took: number[] = []
    for (let n = 0; n < COMMANDS; n++) {
      const began = performance.now()
      await product.call('POST device/command/reboot', { ids: [ids[(n * 37) % ids.length]], wait: 5 })
      took.push(performance.now() - began)
    }
    return { value: quantile(took, 0.99), note: `p50 ${quantile(took, 0.5).toFixed(1)} ms` }
  },
  after: endFlood,
})

export const floodedReports = defineFigure({
  name: 'flooded-reports',
  what: 'from the message to the stored report of the last of 500 devices while 50 devices of another team flood; no report may be lost',
  must: { is: 'at most', value: 2000, unit: 'ms' },
  before: beginFlood,
  async round() {
    const { product, herd } = quiet as ProductRig
    const seen = async () =>
      (
        await product.db.query<{ n: number }>(
          `select count(*)::int as n from telemetry_sample t join device d on d.id = t.device_id join scene c on c.id = d.scene_id
           where c.name <> 'flooding'`,
        )
      ).rows[0]?.n ?? 0
    const before = await seen()
    const began = performance.now()
    await herd.send({ each: 1, perSecond: 0, kind: 'large' })
    await until(`all ${QUIET} are stored`, 30_000, async () => (await seen()) >= before + QUIET, 20)
    const value = performance.now() - began
    const lost = await product.metric('ingest_dropped_total')
    if (lost) throw new Error(`${lost} reports were lost`)
    return { value, note: `${await product.metric('ingest_joined_total')} reports of the others joined` }
  },
  after: endFlood,
})
