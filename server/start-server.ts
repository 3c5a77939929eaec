import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import type { Words } from '@belvedere/contract/kit/text.ts'
import { type Bus, localBus, within } from './base/bus/bus.ts'
import { standingSubject } from './kernel/live/channels.ts'
import { type Grounds } from './kernel/live/standing.ts'
import { clockSet } from './kernel/live/clock-link.ts'
import type { Config } from './base/settings/config.ts'
import { type Database, openDatabase } from './kernel/db.ts'
import { discover, type House } from './kernel/discovery/discover.ts'
import { discoverUndos, undoableIn } from './engines/undo/discover-undos.ts'
import { startEmbeddedPostgres } from './base/postgres/embedded-postgres.ts'
import { requireFit } from './base/postgres/external-postgres.ts'
import { openFiles } from './base/files/files.ts'
import { makeHttp } from './kernel/http/http.ts'
import type { System } from './kernel/implement.ts'
import { requireOwnKeys } from './base/keys/installation-keys.ts'
import { type JobWatch, watchJobs } from './base/jobs/job-watch.ts'
import { liveSubject, openLive } from './kernel/live/live.ts'
import type { Log } from './base/process/log.ts'
import { collectProcessMetrics, type ThreadMetrics } from './base/process/metrics.ts'
import { startNode } from './devices/nodes/nodes.ts'
import { openPki, pkiHow } from './base/keys/pki.ts'
import { startQueue, type Queue } from './base/jobs/queue.ts'
import { countRate } from './base/edge/rate.ts'
import { installSchema } from './kernel/database/schema.ts'
import { cacheSessions, sessionInvalidatedSubject, type SessionSource } from './kernel/session.ts'
import { runStartups } from './kernel/startup.ts'
import { makeSystem, startListeners } from './kernel/system.ts'
import { openVault } from './base/keys/vault.ts'
import { discoverDrivers } from './devices/discover-drivers.ts'
import { endMovedChannels } from './devices/device-channels.ts'
import { transferPaths } from './devices/transfer/paths.ts'
import { loadGateways, type RunningGateways } from './start-gateways.ts'

export interface RunningServer {
  readonly system: System
  readonly house: House
  /** The address of the console: `http://127.0.0.1:8080`. */
  readonly url: string
  /** Port by gateway name. */
  readonly gateways: ReadonlyMap<string, number>
  /** Lines that rooms print at the first start. */
  readonly lines: readonly Words[]
  /** Stops accepting work, finishes running work, commits the queue. */
  stop(): Promise<void>
}

/**
 * Config → database → rooms → http, gateways, worker. Each part registers its stop function; they run in reverse order.
 */
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
  const held = heldByGateways(config)
  const loaded = held ? loadGateways(config, log) : undefined
  stops.push(() => loaded?.drop())
  const [{ database, url: databaseUrl }, house, , pki, bus] = await together([
    startDatabase(config, log, config['max-connections'] - held, stops),
    discover(),
    discoverDrivers(),
    openPki(join(config.data, 'pki'), pkiHow(config)),
    startBus(config, log),
  ])
  stops.push(() => bus.close())
  const { data, 'adopt-keys': adopt } = config
  await requireOwnKeys(database.pool, { data, pki, vault: await openVault(data), adopt })
  let queue: Queue | undefined
  let watch: JobWatch | undefined
  const system = makeSystem({
    config,
    log,
    bus,
    database,
    pki,
    node: randomUUID(),
    files: openFiles(join(config.data, 'files')),
    queue: () => queue ?? fail('the job queue is not up yet'),
    watch: () => watch,
  })
  stops.push(endMovedChannels(system), () => system.channels.close())
  const live = openLive()
  stops.push(() => live.close())
  bus.subscribe(liveSubject, live.hear)
  let running: RunningGateways | undefined
  stops.push(await startNode(system, live, { answer: async () => running?.answer() }))
  const source = (house.sessionSources[0] as { make(system: System): SessionSource }).make(system)
  const sessions = cacheSessions(source)
  bus.subscribe(sessionInvalidatedSubject, ({ uid }: { uid: number }) => sessions.forget(uid))
  if (config.roles.has('api')) bus.serve(standingSubject, (grounds: Grounds) => source.standing(grounds))
  if (config.roles.has('worker')) stops.push(startListeners(system, house.listeners))
  const { jobs } = house
  const { pool } = database
  const onStep = (seconds: number) => system.emit(clockSet, { seconds })
  queue = await startQueue({ url: databaseUrl, pool, jobs, works: config.roles.has('worker'), system, log, onStep })
  stops.push(() => queue?.stop())
  watch = watchJobs(pool, log)
  stops.push(() => watch?.stop())
  const own = new Set([...config.roles].filter((role) => role !== 'gateway'))
  const lines = await runStartups(system, house.startups, own)
  const startGateways = async () => {
    running = await loaded?.start(system, { databaseUrl, connections: held, node: system.node })
    stops.push(() => running?.stop())
    return running
  }
  const rate = countRate()
  const [http, gateways] = await together([
    makeHttp({
      system,
      house,
      live,
      sessions,
      auditor: house.auditors[0],
      undoable: undoableIn(await discoverUndos()),
      rate,
      perMinute: config['calls-per-minute'],
      api: config.roles.has('api'),
      paths: transferPaths(system, rate),
      ready: () => notReady(database, bus),
      measured: async (): Promise<readonly ThreadMetrics[]> => (await gateways?.measured()) ?? [],
    }),
    startGateways(),
  ])
  await http.listen({ port: config.port, host: config.host })
  stops.push(() => http.close())
  collectProcessMetrics()
  const { port } = http.server.address() as { port: number }
  return {
    system,
    house,
    lines: [...lines, ...(gateways?.lines ?? [])],
    gateways: gateways?.ports ?? new Map(),
    url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`,
  }
}

/** All results; or the first failure once all parts have settled, so that the started ones can be stopped. */
async function together<T extends readonly unknown[]>(parts: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
  await Promise.allSettled(parts)
  return (await Promise.all(parts)) as unknown as T
}

/** The gateways' share of the database connections: ingest, introductions and departures take one each. */
const heldByGateways = ({ roles, ...config }: Config) =>
  roles.has('gateway') ? Math.min(8, Math.max(2, Math.floor(config['max-connections'] / 4))) : 0

const fail = (why: string): never => {
  throw new Error(why)
}

async function startDatabase(
  config: Config,
  log: Log,
  connections: number,
  stops: (() => Promise<void> | void)[],
): Promise<{ database: Database; url: string }> {
  let url = config['database-url']
  if (!url) {
    const postgres = await startEmbeddedPostgres({ dataDir: join(config.data, 'postgres'), log })
    stops.push(() => postgres.stop())
    url = postgres.url
  }
  const database = openDatabase(url, connections)
  stops.push(() => database.close())
  if (config['database-url']) await requireFit(database.pool)
  await installSchema(database.pool)
  return { database, url }
}

async function startBus(config: Config, log: Log): Promise<Bus> {
  const onError = (error: unknown, subject: string) =>
    log.error({ subject, error: String((error as Error)?.stack ?? error) }, 'bus')
  if (!config['nats-url']) return localBus(onError)
  const { natsBus } = await import('./base/bus/nats-bus.ts')
  const bus = await natsBus({
    url: config['nats-url'],
    ca: config['nats-ca'],
    onError,
    // events of other processes were lost meanwhile: browsers refetch everything, sessions are read again
    onReturn: () => bus.publish(sessionInvalidatedSubject, { uid: 0 }),
  })
  return bus
}

/** Milliseconds to wait for a database that does not answer: callers have their own time-outs. */
const READY_MS = 3000

async function notReady(database: Database, bus: Bus): Promise<string[]> {
  const parts: [string, Promise<unknown>][] = [
    ['database', within(database.one(sql`select 1 as up`), 'database', READY_MS)],
    ['bus', bus.ready()],
  ]
  const up = await Promise.allSettled(parts.map(([, ready]) => ready))
  return parts.flatMap(([name], at) => (up[at]?.status === 'rejected' ? [name] : []))
}
