import { defineFigure } from '../kit/define-figure.ts'
import { type BareServer, startBareServer } from '../kit/floor.ts'
import { type Herd, makeHerd } from '../kit/herd.ts'
import { cpuOf, cpuOfTree, residentOf } from '../kit/process-figures.ts'
import { cpuFor, emptyProduct, pause, rigOf } from '../kit/rig.ts'

const MESSAGES = 500
/**
 * Each side is measured for a whole minute: occasional work (garbage collections, the jobs of each minute, the large facts of
 * each device) then occurs equally often in every round.
 */
const SECONDS = 60
/** Seconds of the same load before the measurement: the heap of an idle process is small and grows first. */
const RUN_UP = 4
let bare: BareServer | undefined
let bareHerd: Herd | undefined

export const gatewayCpu = defineFigure({
  name: 'gateway-cpu',
  what: 'CPU of the server process per state message of 3 kB, against a bare WebSocket server that parses and copies',
  must: { is: 'at most', value: 1.5, unit: '×' },
  async before() {
    const { product, herd } = await rigOf(2000)
    const database = product.db.options.connectionString as string
    bare = await startBareServer(product.caDir, 'copy', database)
    bareHerd = await makeHerd(product.caDir, 2000, 1_000_001)
    await bareHerd.connect(bare.port)
    // both sides are compiled and have their final size: a steady state is measured. The engine compiles for most of a
    // minute, because it compiles again what it compiled too early
    for (const side of [bareHerd, herd]) {
      await side.send({ each: 10, perSecond: 2500, kind: 'large' })
      await side.send({ each: 15, perSecond: 2 * MESSAGES, kind: 'large' })
    }
    await pause(1000)
  },
  async round() {
    const rig = await rigOf(2000)
    const { herd } = rig
    const runUp = { each: (MESSAGES * RUN_UP) / 2000, perSecond: MESSAGES, kind: 'large' } as const
    await herd.send(runUp)
    await pause(500)
    const each = (MESSAGES * SECONDS) / 2000
    const load = { each, perSecond: MESSAGES, kind: 'large' } as const
    const { cpu } = await cpuFor(rig, () => herd.send(load))
    const ours = cpu / (each * 2000)
    await (bareHerd as Herd).send(runUp)
    await pause(300)
    const floorBefore = cpuOf((bare as BareServer).pid)
    await (bareHerd as Herd).send(load)
    await pause(300)
    const floor = (cpuOf((bare as BareServer).pid) - floorBefore) / (each * 2000)
    return { value: ours / floor, floor, note: `${(ours * 1000).toFixed(3)} ms against ${(floor * 1000).toFixed(3)}` }
  },
  async after() {
    bareHerd?.stop()
    await bare?.stop()
  },
})

export const tenThousandCpu = defineFigure({
  name: 'ten-thousand-cpu',
  what: 'CPU of gateway and database with 10,000 devices at 60 s, share of one core',
  must: { is: 'at most', value: 10, unit: '%' },
  async round() {
    const { product, herd } = await rigOf(10_000)
    const began = performance.now()
    const before = cpuOf(product.pid) + cpuOfTree(product.postgresPid)
    await herd.send({ each: 1, perSecond: 10_000 / 60, kind: 'large' })
    await pause(500)
    const spent = cpuOf(product.pid) + cpuOfTree(product.postgresPid) - before
    return { value: (spent / ((performance.now() - began) / 1000)) * 100 }
  },
})

export const memory = defineFigure({
  name: 'memory',
  what: 'memory per device with all its state after 10 messages at 10,000 connections, against a bare WebSocket server',
  must: { is: 'at most', value: 1.15, unit: '×' },
  async round() {
    const rig = await rigOf(10_000)
    await rig.herd.send({ each: 10, perSecond: 2500, kind: 'large' })
    await pause(8000)
    const ours = (residentOf(rig.product.pid) - (await emptyProduct())) / 10_000
    const server = await startBareServer(rig.product.caDir, 'idle')
    const empty = residentOf(server.pid)
    const herd = await makeHerd(rig.product.caDir, 10_000, 2_000_001)
    await herd.connect(server.port)
    await herd.send({ each: 10, perSecond: 2500, kind: 'large' })
    await pause(8000)
    const floor = (residentOf(server.pid) - empty) / 10_000
    herd.stop()
    await server.stop()
    return { value: ours / floor, floor, note: `${(ours / 1024).toFixed(1)} KB against ${(floor / 1024).toFixed(1)}` }
  },
})
