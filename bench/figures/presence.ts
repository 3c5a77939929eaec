import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Apart, startApart } from '@belvedere/e2e/kit/apart.ts'
import { type InnerFaults, innerFaults } from '@belvedere/e2e/kit/inner-faults.ts'
import { type Fleet, serialsOf, startFleet } from '@belvedere/e2e/kit/fleet.ts'
import type { Product } from '@belvedere/e2e/kit/product.ts'
import { register } from '@belvedere/e2e/kit/register.ts'
import type { Session } from '@belvedere/e2e/kit/session.ts'
import { pause, timed, until } from '@belvedere/e2e/kit/wait.ts'
import { defineFigure } from '../kit/define-figure.ts'

const SCENARIO = 'storm-10000'
const LONG = 600_000

interface PresenceRig {
  readonly apart: Apart
  readonly db: pg.Client
  readonly session: Session
  readonly fleet: Fleet
}

interface GroundOptions {
  readonly devices: number
  readonly flags?: readonly string[]
  readonly env?: (name: string) => Record<string, string>
  readonly fleet: Readonly<Record<string, string | number>>
  /** Runs before the first device connects. */
  before?(apart: Apart, session: Session, scene_id: number): Promise<void>
}

/** Devices of one scene on an installation of four processes; all are online and have reported. */
async function prepare({ devices, flags, env, fleet: more, before }: GroundOptions): Promise<PresenceRig> {
  const apart = await startApart(flags, env)
  if (!apart) throw new Error('there is no nats-server on this machine')
  const db = new pg.Client({ connectionString: apart.databaseUrl })
  await db.connect()
  const session = await apart.api.signIn()
  const { id: scene_id } = await session.ask<{ id: number }>('POST scene', { name: 'Presence' })
  await register(apart.databaseUrl, scene_id, await serialsOf(SCENARIO, devices))
  await before?.(apart, session, scene_id)
  const fleet = startFleet(SCENARIO, { devices, port: apart.balancer.port, 'ca-dir': apart.caDir, ...more })
  await until(
    'all have reported',
    LONG,
    async () => (await count(db, 'online and uptime is not null')) === devices,
    500,
  )
  return { apart, db, session, fleet }
}

async function close({ apart, db, fleet }: PresenceRig): Promise<void> {
  await fleet.end('SIGTERM')
  await db.end()
  await apart.close()
}

async function count(db: pg.Client, which: string, values: unknown[] = []): Promise<number> {
  const { rows } = await db.query<{ n: number }>(`select count(*)::int as n from device_state where ${which}`, values)
  return rows[0]?.n ?? 0
}

const KILLED = 5000

export const gatewayKilled = defineFigure({
  name: 'gateway-killed',
  what: 'a gateway with 5,000 devices is killed: seconds until all are connected to another one and shown by it, with reconnection as real clients do it',
  must: { is: 'at most', value: 30, unit: 's' },
  async round() {
    const ground = await prepare({ devices: KILLED, fleet: { processes: 2, interval: 60, ramp: 400 } })
    const { apart, db, session } = ground
    try {
      const [dies, stays] = apart.gateways
      // every device is connected to the gateway that is killed, and reconnects to the other
      apart.balancer.answering = [dies.devicePort]
      await stays.end('SIGTERM')
      await stays.start()
      await until('all are at one gateway', LONG, async () => (await runs(db)).size === 1, 500)
      const [before] = [...(await runs(db)).keys()]
      const shown = async () => (await session.ask('GET device/all', { online: 1, limit: 1 })).total as number
      await until('all are shown', LONG, async () => (await shown()) === KILLED, 500)
      apart.balancer.answering = [stays.devicePort]
      await dies.end('SIGKILL')
      const back = () => count(db, 'online and gateway_run <> $1', [before])
      const took = await timed('all are back', LONG, async () => (await back()) === KILLED, 100)
      const list = await timed('all are shown', LONG, async () => (await shown()) === KILLED, 100)
      const outages = await count(db, 'since >= extract(epoch from now()) - $1', [Math.ceil(took / 1000)])
      return {
        value: (took + list) / 1000,
        note: `${KILLED} back after ${(took / 1000).toFixed(1)} s; ${outages} with a false outage`,
      }
    } finally {
      await close(ground)
    }
  },
})

/** Number of online devices by gateway run. */
async function runs(db: pg.Client): Promise<Map<number, number>> {
  const { rows } = await db.query<{ run: number; n: number }>(
    'select coalesce(gateway_run, 0) as run, count(*)::int as n from device_state group by 1',
  )
  return new Map(rows.map(({ run, n }) => [run, n]))
}

const DEVICES = 600
/** Seconds after which a gateway counts as lost in this figure, so that stalls on both sides of the limit are short. */
const SILENCE = 30
/** Seconds after a stall or a kill within which everything must be as before. */
const CALM = 30
const FAULTS = Number(process.env['BENCH_FAULTS'] ?? 100)

interface Fault {
  readonly name: string
  /** Causes the fault; returns the devices that were unreachable for longer than the silence limit. */
  play(): Promise<readonly number[]>
}

export const falsePresence = defineFigure({
  name: 'false-presence',
  minutes: 600,
  what: 'false offline, online or rebooted events in 100 random stalls, kills and steps of clocks with 600 devices',
  must: { is: 'at most', value: 0, unit: 'events' },
  async round() {
    const dir = mkdtempSync(join(tmpdir(), 'belvedere-clocks-'))
    const inner = innerFaults(dir)
    const ground = await prepare({
      devices: DEVICES,
      flags: ['--gateway-silence', String(SILENCE)],
      env: inner.env,
      fleet: { interval: 10, fast: '', ramp: 200 },
      before: async (_, session, scene_id) => {
        const list = [
          { type: 'dev_offline', duration_s: 15 },
          { type: 'dev_online', enabled: 1, duration_s: 0 },
        ]
        await session.ask('POST alarm/config', { scene_id, list })
      },
    })
    try {
      // the first outages of a device end with its first connection, and are not caused by the faults
      await pause(10_000)
      return await count100(ground, inner)
    } finally {
      await close(ground)
      rmSync(dir, { recursive: true, force: true })
    }
  },
})

async function count100(ground: PresenceRig, inner: InnerFaults) {
  const { db } = ground
  const faults = faultsOf(ground, inner)
  const kinds = new Map<string, number>()
  /** Faults with wrong events: the number of events of each kind. */
  const found: string[] = []
  const sum = { offline: 0, online: 0, rebooted: 0, late: 0, excused: 0 }
  for (let n = 0; n < FAULTS; n++) {
    const marks = await marksOf(db)
    const fault = faults[Math.floor(Math.random() * faults.length)] as Fault
    kinds.set(fault.name, (kinds.get(fault.name) ?? 0) + 1)
    const excused = new Set(await fault.play())
    const began = performance.now()
    const { rows } = await db.query<{ now: number }>('select extract(epoch from now())::int as now')
    const isCalm = async () => (await count(db, 'online')) === DEVICES && (await lasting(db)) === 0
    await until(`all are shown online after ${fault.name}`, LONG, isCalm, 250)
    if (performance.now() - began > CALM * 1000) sum.late++
    // a device between two connections is shown online: the next fault begins when no device is in that state
    const isSettled = async () => (await count(db, 'seen_at > $1', [rows[0]?.now])) === DEVICES
    await until(`all have reported after ${fault.name}`, LONG, isSettled, 250)
    // late alarms still belong to this fault
    await pause(3000)
    const wrong = async (type: string) => (await raisedSince(db, marks, type)).filter((id) => !excused.has(id)).length
    const stays = (await staysSince(db, marks)).filter((id) => !excused.has(id)).length
    const offline = stays + (await wrong('dev_offline'))
    const online = await wrong('dev_online')
    const rebooted = (await raisedSince(db, marks, 'dev_reboot')).length
    if (offline + online + rebooted > 0) found.push(`${n} ${fault.name}: ${offline}, ${online}, ${rebooted}`)
    sum.offline += offline
    sum.online += online
    sum.rebooted += rebooted
    sum.excused += excused.size
  }
  const told = [...kinds].map(([name, n]) => `${n} × ${name}`).join(', ')
  const note = `${sum.offline} offline, ${sum.online} online, ${sum.rebooted} rebooted, ${sum.late} times not calm within ${CALM} s; ${sum.excused} devices were out of reach for longer than ${SILENCE} s and rightly offline meanwhile (${told})${found.length ? `; wrong after ${found.join('; ')}` : ''}`
  return { value: sum.offline + sum.online + sum.rebooted + sum.late, note }
}

const between = (least: number, most: number) => least + Math.random() * (most - least)

function faultsOf({ apart, db }: PresenceRig, inner: InnerFaults): Fault[] {
  const { gateways, worker, api, balancer } = apart
  const ports = gateways.map(({ devicePort }) => devicePort)
  const names = ['gateway-a', 'gateway-b']
  const stop = async ({ pid }: Product, seconds: number) => {
    process.kill(pid, 'SIGSTOP')
    await pause(seconds * 1000)
    process.kill(pid, 'SIGCONT')
  }
  /** New connections go to the other gateway during `work`. */
  const without = async (gateway: number, work: (product: Product) => Promise<void>) => {
    balancer.answering = ports.filter((_, at) => at !== gateway)
    await work(gateways[gateway] as Product)
    balancer.answering = [...ports]
  }
  const one = () => Math.floor(Math.random() * gateways.length)
  const none: readonly number[] = []
  return [
    {
      name: 'short stall of a gateway',
      play: async () => {
        await without(one(), (product) => stop(product, between(1, SILENCE * 0.5)))
        return none
      },
    },
    {
      name: 'long stall of a gateway',
      play: async () => {
        const gateway = one()
        const held = await heldBy(db, gateways[gateway] as Product, apart)
        await without(gateway, (product) => stop(product, between(SILENCE * 1.2, SILENCE * 2)))
        return held
      },
    },
    {
      name: 'stall of everything',
      play: async () => {
        const seconds = between(1, SILENCE * 2)
        await Promise.all([api, worker, ...gateways].map((product) => stop(product, seconds)))
        return none
      },
    },
    {
      name: 'stall of the worker',
      play: async () => {
        await stop(worker, between(1, SILENCE * 2))
        return none
      },
    },
    {
      name: 'death of a gateway',
      play: async () => {
        await without(one(), async (product) => {
          await product.end('SIGKILL')
          await product.start()
        })
        return none
      },
    },
    {
      name: 'death of the worker',
      play: async () => {
        await worker.end('SIGKILL')
        await worker.start()
        return none
      },
    },
    {
      name: 'step of a clock',
      play: async () => {
        const name = ['worker', ...names][Math.floor(Math.random() * 3)] as string
        inner.setClock(name, Math.round(between(-86_400, 86_400)))
        await pause(between(1, 10) * 1000)
        return none
      },
    },
  ]
}

/** Devices that are online with the run of a stopped gateway. */
async function heldBy(db: pg.Client, { pid }: Product, { gateways }: Apart): Promise<number[]> {
  // runs do not name processes: it is the run whose beats stop while the process is stopped
  const beats = async () =>
    new Map(
      (await db.query<{ id: number; beats: string }>('select id, beats::text from gateway_run')).rows.map((row) => [
        row.id,
        row.beats,
      ]),
    )
  process.kill(pid, 'SIGSTOP')
  const before = await beats()
  const others = gateways.length - 1
  let silent: number[] = []
  await until('the other gateway beats', LONG, async () => {
    const now = await beats()
    silent = [...before].flatMap(([id, n]) => (now.get(id) === n ? [id] : []))
    return before.size - silent.length >= others
  })
  process.kill(pid, 'SIGCONT')
  const { rows } = await db.query<{ device_id: number }>(
    'select device_id from device_state where gateway_run = any($1::int[])',
    [silent],
  )
  return rows.map(({ device_id }) => device_id)
}

interface Marks {
  /** Alarms of each type by device: how often each was raised. */
  readonly alarms: ReadonlyMap<string, number>
  readonly stay: number
}

async function marksOf(db: pg.Client): Promise<Marks> {
  const { rows } = await db.query<{ stay: number }>(
    'select coalesce(max(id), 0)::int as stay from device_presence_interval',
  )
  return { alarms: await raisedBy(db), stay: rows[0]?.stay ?? 0 }
}

async function raisedBy(db: pg.Client): Promise<Map<string, number>> {
  const { rows } = await db.query<{ key: string; n: number }>(
    "select type || ' ' || device_id as key, sum(cnt)::int as n from alarm group by 1",
  )
  return new Map(rows.map(({ key, n }) => [key, n]))
}

/** Devices for which an alarm of this type was raised since the mark. */
async function raisedSince(db: pg.Client, { alarms }: Marks, type: string): Promise<number[]> {
  return [...(await raisedBy(db))].flatMap(([key, n]) => {
    const [name, id] = key.split(' ')
    return name === type && n > (alarms.get(key) ?? 0) ? [Number(id)] : []
  })
}

async function lasting(db: pg.Client): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    "select count(*)::int as n from alarm where type = 'dev_offline' and ended_at is null",
  )
  return rows[0]?.n ?? 0
}

/** Devices that were shown offline since the mark. */
async function staysSince(db: pg.Client, { stay }: Marks): Promise<number[]> {
  const { rows } = await db.query<{ device_id: number }>(
    'select device_id from device_presence_interval where id > $1 and not online',
    [stay],
  )
  return rows.map(({ device_id }) => device_id)
}
