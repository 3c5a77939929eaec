import pg from 'pg'
import { type Fleet, serialsOf, startFleet } from './kit/fleet.ts'
import { type Product, startProduct } from './kit/product.ts'
import { register } from './kit/register.ts'
import { holds, same } from './kit/same.ts'
import type { Session } from './kit/session.ts'
import { pause, seconds, timed, until } from './kit/wait.ts'
import type { Proof } from './proof.ts'

const DEVICES = 200
const KILLS = 20
/** Samples committed between two kills, so that each one hits a server at work. */
const SAMPLES = 150

export const proof: Proof = {
  title:
    'Twenty kill -9 of the server and of PostgreSQL lose nothing that was acknowledged, and it serves again after each',
  seconds: 900,
  waits: true,
  async run(say) {
    const product = await startProduct()
    try {
      await survives(product, say)
    } catch (error) {
      throw new Error(`${(error as Error).stack}\nserver: ${product.heard.slice(-3000)}`, { cause: error })
    } finally {
      await product.close()
    }
  },
}

async function survives(product: Product, say: (line: string) => void): Promise<void> {
  const session = await product.signIn()
  const { id: scene_id } = await session.ask<{ id: number }>('POST scene', { name: 'Kill nine' })
  await register(product.databaseUrl, scene_id, await serialsOf('campus-1000', DEVICES))
  await product.end('SIGTERM')
  await product.start()
  const { devicePort: port, data } = product
  const fleet = startFleet('campus-1000', { devices: DEVICES, interval: 2, port, 'ca-dir': `${data}/pki`, fast: '' })
  const samples = watchSamples(product)
  const writers = [1, 2, 3].map((number) => write(50, addScene(session, number)))
  writers.push(write(700, addDevice(session, scene_id)))
  try {
    await until('all devices report', 60_000, () => samples.devices >= DEVICES)
    const { server, postgres } = await killAll(product, session, samples)
    const written = (await Promise.all(writers.map((writer) => writer.stop()))).flat()
    await stillThere(session, scene_id, written)
    await leavesUnseen(product, session, fleet)
    const refused = writers.reduce((sum, writer) => sum + writer.refused, 0)
    say(
      `${KILLS} kill -9 under ${DEVICES} devices: ${written.length} acknowledged writes are all there (${refused} were`,
    )
    say(`refused meanwhile); ${samples.size} samples were seen, none vanished`)
    say(`ready after the server's start: ${range(server)}; answers after PostgreSQL's end: ${range(postgres)}`)
  } catch (error) {
    throw new Error(`${(error as Error).message}\nfleet: ${fleet.heard}`, { cause: error })
  } finally {
    await Promise.all(writers.map((writer) => writer.stop()))
    await samples.stop()
    await fleet.end('SIGTERM')
  }
}

const range = (times: readonly number[]) => `${seconds(Math.min(...times))} to ${seconds(Math.max(...times))}`

async function killAll(product: Product, session: Session, samples: Samples) {
  const server: number[] = []
  const postgres: number[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    if (kill % 2) {
      const pid = product.postgresPid
      process.kill(pid, 'SIGKILL')
      // until its own end reaches them, PostgreSQL's children go on answering
      const back = async () => product.postgresPid !== pid && (await serves(session, kill))
      postgres.push(await timed('PostgreSQL is back and the server serves', 30_000, back))
    } else {
      await product.end('SIGKILL')
      server.push(await product.start())
      holds('ready means ready', await serves(session, kill))
    }
    await samples.more(SAMPLES)
    await samples.look()
  }
  return { server, postgres }
}

/** Reads and writes. */
async function serves(session: Session, kill: number): Promise<boolean> {
  const read = await session.call('GET device/all', { limit: 50, orderby: 'name asc' })
  return read.code === 0 && (await session.call('POST scene', { name: `After ${kill} ${Date.now()}` })).code === 0
}

interface Written {
  readonly kind: 'scene' | 'device'
  /** Name of the scene, serial number of the device. */
  readonly key: string
}

/** Returns what was acknowledged; throws when it was not. */
type Add = (count: number) => Promise<Written>

function addScene(session: Session, number: number): Add {
  return async (count) => {
    const key = `Scene ${number}-${count}`
    await session.ask('POST scene', { name: key })
    return { kind: 'scene', key }
  }
}

function addDevice(session: Session, scene_id: number): Add {
  return async (count) => {
    const key = (0x0c_00_00_00_00_00 + count).toString(16).padStart(12, '0')
    await session.ask('POST device/add', { sn: key, scene_id })
    return { kind: 'device', key }
  }
}

/** Adds one after the other, `every` ms, and remembers what was acknowledged. */
function write(every: number, add: Add) {
  const written: Written[] = []
  let stopped = false
  let refused = 0
  const loop = async () => {
    for (let count = 0; !stopped; count++) {
      await add(count).then(
        (one) => written.push(one),
        () => refused++,
      )
      await pause(every)
    }
  }
  const running = loop()
  return {
    get refused() {
      return refused
    },
    async stop() {
      stopped = true
      await running
      return written
    },
  }
}

async function stillThere(session: Session, scene_id: number, written: readonly Written[]): Promise<void> {
  const names = new Set<string>()
  for (const { name } of (await session.ask('GET scene/option')).list) names.add(name)
  const serials = new Set<string>()
  for (let page = 1, total = 1; serials.size < total; page++) {
    const found = await session.ask('GET device/all', { scene_id, page, limit: 1000 })
    total = found.total
    for (const { sn } of found.list) serials.add(sn)
    holds('pages come to an end', found.list.length > 0)
  }
  const lost = written.filter(({ kind, key }) => !(kind === 'scene' ? names : serials).has(key))
  same('acknowledged and lost', lost, [])
}

/** All devices disconnect while PostgreSQL is down: after its return none is shown online. */
async function leavesUnseen(product: Product, session: Session, fleet: Fleet): Promise<void> {
  const online = async () => (await session.ask('GET device/all', { online: 1 })).total as number
  await until('all are back', 60_000, async () => (await online()) === DEVICES)
  process.kill(product.postgresPid, 'SIGKILL')
  await fleet.end('SIGKILL')
  await until('all are shown offline', 30_000, async () => (await online()) === 0)
}

interface Samples {
  readonly size: number
  readonly devices: number
  /** Waits for so many new ones. */
  more(count: number): Promise<void>
  /** Throws when one that was queryable is not any more. */
  look(): Promise<void>
  stop(): Promise<void>
}

/** Reads the samples as they become queryable, from outside, and remembers each. */
function watchSamples(product: Product): Samples {
  const seen = new Set<string>()
  const devices = new Set<number>()
  let stopped = false
  const pool = new pg.Pool({ connectionString: product.databaseUrl, max: 1 })
  pool.on('error', () => {})
  const read = async () => {
    const { rows } = await pool.query<{ device_id: number; ts: number; n: number }>(
      'select device_id, ts, count(*)::int as n from telemetry_sample group by 1, 2',
    )
    return rows
  }
  const take = async () => {
    for (const { device_id, ts, n } of await read()) {
      for (let i = 0; i < n; i++) seen.add(`${device_id} ${ts} ${i}`)
      devices.add(device_id)
    }
  }
  const loop = async () => {
    while (!stopped) {
      await take().catch(() => {})
      await pause(200)
    }
    await pool.end()
  }
  const running = loop()
  return {
    get size() {
      return seen.size
    },
    get devices() {
      return devices.size
    },
    async more(count) {
      const from = seen.size
      await until(`${count} new samples`, 60_000, () => seen.size >= from + count)
    },
    async look() {
      const before = [...seen]
      const now = new Set<string>()
      for (const { device_id, ts, n } of await read()) for (let i = 0; i < n; i++) now.add(`${device_id} ${ts} ${i}`)
      same('samples that vanished', before.filter((key) => !now.has(key)).slice(0, 5), [])
    },
    async stop() {
      stopped = true
      await running
    },
  }
}
