import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { join } from 'node:path'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { Words } from '@belvedere/contract/kit/text.ts'
import type { Config } from './base/settings/config.ts'
import { openDatabase } from './kernel/db.ts'
import { deviceEvent } from './devices/device-link.ts'
import { discoverGateways } from './devices/discover-gateways.ts'
import { fairQueue } from './devices/ingest/fair-queue.ts'
import { openFiles } from './base/files/files.ts'
import { dialInPortSubject, gatewayPortSubject } from './devices/gateway.ts'
import type { System } from './kernel/implement.ts'
import { type Ingest, startIngest } from './devices/ingest/ingest.ts'
import { logRejections, surviveExceptions } from './base/process/last-resort.ts'
import { type LateIntake, startLateIntake } from './devices/ingest/backfill.ts'
import { type LogIntake, startLogIntake } from './devices/ingest/log-intake.ts'
import { openLog } from './base/process/log.ts'
import { loopGauge, metrics, tally } from './base/process/metrics.ts'
import { openPki, pkiHow } from './base/keys/pki.ts'
import { settleSoon } from './base/process/settle.ts'
import { endMovedChannels } from './devices/device-channels.ts'
import type { SystemError } from './base/process/start-trouble.ts'
import { teamsOfScenes } from './devices/scene-teams-store.ts'
import { runStartups } from './kernel/startup.ts'
import { makeSystem } from './kernel/system.ts'
import { threadBus } from './base/bus/thread-bus.ts'

/**
 * The thread for devices: gateways, ingest, and the room code that runs beside them. Ten thousand handshakes, or a full
 * garbage collection of its heap, do not delay administrators.
 */

/** The data for loading the thread. */
export interface GatewayThreadData {
  readonly config: Config
  /** Connected to `serveThread` in the process. */
  readonly bus: MessagePort
  /** The name of this thread on the bus. */
  readonly name: string
}

/** The one message to a thread, which then starts: the database is up, and the key files exist. */
export interface GatewayThreadNeeds {
  readonly databaseUrl: string
  readonly connections: number
  /** The node name of the process. */
  readonly node: string
}

/** The one message of a thread: its ports, or why it cannot start. */
export type GatewayThreadTells = { ports: [name: string, port: number][]; lines: Words[] } | { failed: SystemError }

/**
 * Requests on the bus to the thread `name`: whether it runs; its metrics as JSON; and to release its devices, answered
 * when done.
 */
export const threadPulseSubject = (name: string) => `thread.${name}.pulse`
export const threadMetricsSubject = (name: string) => `thread.${name}.metrics`
export const threadStopSubject = (name: string) => `thread.${name}.stop`

/** Milliseconds for storing the queue when it stops. */
const DRAIN = 8000

async function run(
  { config, bus: port, name }: GatewayThreadData,
  needs: Promise<GatewayThreadNeeds>,
): Promise<GatewayThreadTells> {
  const log = openLog(config['log-level'])
  logRejections(log)
  const bus = threadBus(port, (error, subject) => log.error({ subject, error: told(error) }, 'bus'))
  const house = await discoverGateways()
  const { databaseUrl, connections, node } = await needs
  const pki = await openPki(join(config.data, 'pki'), pkiHow(config))
  const database = openDatabase(databaseUrl, connections - 1)
  const reports = openDatabase(databaseUrl, 1, { pipeline: true })
  const system = makeSystem({
    config,
    log,
    bus,
    database,
    pki,
    node,
    files: openFiles(join(config.data, 'files')),
    queue: () => {
      throw new Error('gateways ask for no jobs')
    },
  })
  const endChannels = endMovedChannels(system)
  const ingest = startIngest({
    transaction: (work) => reports.transaction(work),
    sinks: house.sinks,
    queue: fairQueue({ teamOf: teamsOfScenes(database) }),
    tell: system.tell,
    onError: (error) => log.error({ error: told(error) }, 'ingest'),
  })
  countIngest(ingest)
  const late = startLateIntake({
    transaction: (work) => database.transaction(work),
    sinks: house.sinks,
    onError: (error) => log.error({ error: told(error) }, 'late samples'),
  })
  countLate(late)
  const logs = startLogIntake({
    transaction: (work) => database.transaction(work),
    sinks: house.sinks,
    tell: system.tell,
    happened: (happened) => system.emit(deviceEvent, happened),
    onError: (error) => log.error({ error: told(error) }, 'logs of devices'),
  })
  countLogs(logs)
  loopGauge('gateways_eventloop_utilization')
  const lines = await runStartups(system, house.startups, new Set(['gateway']))
  const ports: [string, number][] = []
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one()
    endChannels()
    await Promise.race([
      Promise.all([ingest.drain(), late.drain(), logs.drain()]),
      new Promise((resolve) => setTimeout(resolve, DRAIN).unref()),
    ])
    await Promise.all([reports.close(), database.close()])
  }
  bus.serve(threadPulseSubject(name), async () => true)
  bus.serve(threadMetricsSubject(name), () => metrics.getMetricsAsJSON())
  bus.serve(threadStopSubject(name), stop)
  try {
    for (const gateway of house.gateways) {
      const running = await gateway.start(system as System, { drivers: house.drivers, ingest, late, logs, pki })
      stops.push(() => running.stop())
      bus.serve(gatewayPortSubject(gateway.name), async () => running.port)
      if (gateway.dialIn) bus.serve(dialInPortSubject, async () => running.port)
      ports.push([gateway.name, running.port])
    }
  } catch (error) {
    await stop()
    throw error
  }
  surviveExceptions(log)
  return { ports, lines }
}

const told = (error: unknown) => String((error as Error)?.stack ?? error)

const counted = [
  ['taken', 'Reports taken'],
  ['stored', 'Reports stored'],
  ['joined', 'Reports joined with a later one of their device'],
  ['dropped', 'Reports dropped because the store was slower'],
  ['failed', 'Reports the store refused'],
  ['batches', 'Batches written'],
] as const

function countIngest(ingest: Ingest): void {
  for (const [key, label] of counted) tally(`ingest_${key}_total`, `${label} since start`, () => ingest.counts[key])
}

const countedLate = [
  ['taken', 'Late samples taken'],
  ['stored', 'Late samples stored, what came twice among them'],
  ['refused', 'Late samples not taken because the store was slower; their devices keep them'],
  ['failed', 'Late samples the store refused'],
] as const

function countLate({ counts }: LateIntake): void {
  for (const [key, label] of countedLate) tally(`late_samples_${key}_total`, `${label} since start`, () => counts[key])
}

const countedLogs = [
  ['taken', 'Lines of device logs taken'],
  ['stored', 'Lines of device logs stored'],
  ['limited', 'Lines of device logs dropped because their source or its scene sent too many'],
  ['dropped', 'Lines of device logs dropped because the store was slower'],
  ['failed', 'Lines of device logs the store refused'],
] as const

function countLogs({ counts }: LogIntake): void {
  for (const [key, label] of countedLogs) tally(`device_log_${key}_total`, `${label} since start`, () => counts[key])
}

/** On a busy machine the console has priority: devices wait, and reconnect. Only Linux supports thread priorities. */
function giveWay(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, Math.min(19, getPriority(thread) + 5))
  } catch {}
}

const parent = parentPort
if (parent) {
  const tell = (message: GatewayThreadTells) => parent.postMessage(message, [])
  giveWay()
  const needs = new Promise<GatewayThreadNeeds>((resolve) => parent.once('message', resolve))
  run(workerData as GatewayThreadData, needs).then(
    (up) => {
      tell(up)
      settleSoon()
    },
    ({ message, stack, code, syscall, path, address, port }: SystemError) =>
      tell({ failed: { message, stack, code, syscall, path, address, port } }),
  )
}
