import { mkdir } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import type { Words } from '@belvedere/contract/kit/text.ts'
import { type Bus, localBus } from './kernel/bus.ts'
import { type Config, publicHost } from './kernel/config.ts'
import { type Database, openDatabase } from './kernel/db.ts'
import { discover, type House, undoableIn } from './kernel/discover.ts'
import { startEmbeddedPostgres } from './kernel/embedded-postgres.ts'
import { openFiles } from './kernel/files.ts'
import { gatewayPortSubject, type RunningGateway } from './kernel/gateway.ts'
import { makeHttp } from './kernel/http.ts'
import type { System } from './kernel/implement.ts'
import { type Ingest, startIngest } from './kernel/ingest.ts'
import { liveSubject, openLive } from './kernel/live.ts'
import type { Log } from './kernel/log.ts'
import { collectProcessMetrics, tally } from './kernel/metrics.ts'
import { openPki } from './kernel/pki.ts'
import { startQueue, type Queue } from './kernel/queue.ts'
import { countRate } from './kernel/rate.ts'
import { installSchema } from './kernel/schema.ts'
import { cacheSessions, forgetSubject, type SessionSource } from './kernel/session.ts'
import { makeSystem, startListeners } from './kernel/system.ts'

export interface RunningServer {
  readonly system: System
  readonly house: House
  /** Where the console is: `http://127.0.0.1:8080`. */
  readonly url: string
  /** Port by gateway name. */
  readonly gateways: ReadonlyMap<string, number>
  /** What rooms want said at the first start. */
  readonly lines: readonly Words[]
  /** Takes nothing new, finishes what is under way, commits what is queued. */
  stop(): Promise<void>
}

/** Advisory lock under which start-ups of the role worker run, one process at a time. */
const STARTUP_LOCK = 6_214_002

/** Config → database → rooms → http, gateways, worker. Each part pushes its own way to stop; stopping goes backwards. */
export async function startServer(config: Config, log: Log): Promise<RunningServer> {
  const stops: (() => Promise<void> | void)[] = []
  const stop = async () => {
    for (const one of stops.splice(0).reverse())
      await Promise.resolve(one()).catch((error: unknown) => log.error({ error: String(error) }, 'stopping'))
  }
  try {
    return { ...(await assemble(config, log, stops)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function assemble(
  config: Config,
  log: Log,
  stops: (() => Promise<void> | void)[],
): Promise<Omit<RunningServer, 'stop'>> {
  await mkdir(config.data, { recursive: true, mode: 0o700 })
  const [{ database, url: databaseUrl }, house, pki, bus] = await Promise.all([
    startDatabase(config, log, stops),
    discover(),
    openPki(join(config.data, 'pki'), pkiHow(config)),
    startBus(config, log),
  ])
  stops.push(() => bus.close())
  let queue: Queue | undefined
  const system = makeSystem({
    config,
    log,
    bus,
    database,
    pki,
    files: openFiles(join(config.data, 'files')),
    queue: () => queue ?? fail('the job queue is not up yet'),
  })
  const live = openLive()
  stops.push(() => live.close())
  bus.subscribe(liveSubject, live.hear)
  const sessions = cacheSessions((house.sessionSources[0] as { make(system: System): SessionSource }).make(system))
  bus.subscribe(forgetSubject, ({ uid }: { uid: number }) => {
    sessions.forget(uid)
    live.drop(uid)
  })
  if (config.roles.has('worker')) stops.push(startListeners(system, house.listeners))
  queue = await startQueue({ url: databaseUrl, jobs: house.jobs, works: config.roles.has('worker'), system, log })
  stops.push(() => queue?.stop())
  const lines = await runStartups(system, house)
  const gateways = await startGateways(system, house, stops)

  const http = await makeHttp({
    system,
    house,
    live,
    sessions,
    auditor: house.auditors[0],
    undoable: undoableIn(house),
    rate: countRate(),
    perMinute: config['calls-per-minute'],
    api: config.roles.has('api'),
    ready: () => notReady(database),
  })
  await http.listen({ port: config.port, host: config.host })
  stops.push(() => http.close())
  collectProcessMetrics()
  const { port } = http.server.address() as { port: number }
  return {
    system,
    house,
    lines,
    gateways,
    url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`,
  }
}

const fail = (why: string): never => {
  throw new Error(why)
}

async function startDatabase(
  config: Config,
  log: Log,
  stops: (() => Promise<void> | void)[],
): Promise<{ database: Database; url: string }> {
  let url = config['database-url']
  if (!url) {
    const postgres = await startEmbeddedPostgres({ dataDir: join(config.data, 'postgres'), log })
    stops.push(() => postgres.stop())
    url = postgres.url
  }
  const database = openDatabase(url, config['max-connections'])
  stops.push(() => database.close())
  await installSchema(database.pool)
  return { database, url }
}

async function startBus(config: Config, log: Log): Promise<Bus> {
  const onError = (error: unknown, subject: string) =>
    log.error({ subject, error: String((error as Error)?.stack ?? error) }, 'bus')
  if (!config['nats-url']) return localBus(onError)
  const { natsBus } = await import('./kernel/nats-bus.ts')
  const bus = await natsBus({
    url: config['nats-url'],
    onError,
    // what the others told meanwhile is unknown: browsers ask for everything again, sessions are looked up again
    onReturn: () => bus.publish(forgetSubject, { uid: 0 }),
  })
  return bus
}

function pkiHow(config: Config) {
  const local = Object.values(networkInterfaces()).flatMap(
    (addresses) => addresses?.map(({ address }) => address) ?? [],
  )
  return {
    hostnames: [...new Set([publicHost(config), 'localhost', 'openwifi.wlan.local', ...local])],
    deviceCaFiles: config['device-ca'],
    ...(config['device-cert'] ? { gatewayCert: config['device-cert'], gatewayKey: config['device-key'] } : {}),
  }
}

async function runStartups(system: System, house: House): Promise<Words[]> {
  const lines: Words[] = []
  const client = await system.database.pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [STARTUP_LOCK])
    for (const { role, run } of house.startups) {
      if (system.config.roles.has(role)) lines.push(...((await run(system)) ?? []))
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [STARTUP_LOCK]).catch(() => {})
    client.release()
  }
  return lines
}

async function startGateways(
  system: System,
  house: House,
  stops: (() => Promise<void> | void)[],
): Promise<Map<string, number>> {
  const ports = new Map<string, number>()
  if (!system.config.roles.has('gateway')) return ports
  const ingest = startIngest({
    transaction: (work) => system.database.transaction(work),
    sinks: house.sinks,
    tell: system.tell,
    onError: (error) => system.log.error({ error: String((error as Error)?.stack ?? error) }, 'ingest'),
  })
  countIngest(ingest)
  stops.push(() => Promise.race([ingest.drain(), new Promise<void>((resolve) => setTimeout(resolve, 8000).unref())]))
  for (const gateway of house.gateways) {
    const running: RunningGateway = await gateway.start(system, { drivers: house.drivers, ingest, pki: system.pki })
    stops.push(() => running.stop())
    stops.push(system.bus.serve(gatewayPortSubject(gateway.name), async () => running.port))
    ports.set(gateway.name, running.port)
  }
  return ports
}

const counted = [
  ['taken', 'Reports taken'],
  ['stored', 'Reports stored'],
  ['dropped', 'Reports dropped because the store was slower'],
  ['failed', 'Reports the store refused'],
  ['batches', 'Batches written'],
] as const

let ingestNow: Ingest | undefined
function countIngest(ingest: Ingest): void {
  if (!ingestNow) {
    for (const [key, label] of counted) {
      tally(`ingest_${key}_total`, `${label} since start`, () => ingestNow?.counts[key] ?? 0)
    }
  }
  ingestNow = ingest
}

async function notReady(database: Database): Promise<string[]> {
  return database.one(sql`select 1 as up`).then(
    () => [],
    () => ['database'],
  )
}
