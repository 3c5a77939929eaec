import { randomUUID } from 'node:crypto'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { Words } from '@belvedere/contract/kit/text.ts'
import {
  type GatewayThreadData,
  type GatewayThreadNeeds,
  type GatewayThreadTells,
  threadMetricsSubject,
  threadPulseSubject,
  threadStopSubject,
} from './gateway-thread.ts'
import type { Config } from './base/settings/config.ts'
import type { System } from './kernel/implement.ts'
import type { Log } from './base/process/log.ts'
import type { ThreadMetrics } from './base/process/metrics.ts'
import { serveThread } from './base/bus/thread-bus.ts'

export interface RunningGateways {
  /** Port by gateway name. */
  readonly ports: ReadonlyMap<string, number>
  /** Lines that rooms print at the first start. */
  readonly lines: readonly Words[]
  /** Empty while the thread is down. */
  measured(): Promise<ThreadMetrics[]>
  /** Rejects, after a while, when the thread is down or hangs. */
  answer(): Promise<unknown>
  /** Releases the devices without marking them lost, and commits the queue. */
  stop(): Promise<void>
}

interface Thread {
  readonly name: string
  readonly ports: [string, number][]
  readonly lines: readonly Words[]
  readonly ended: Promise<void>
  kill(): Promise<void>
}

/** Milliseconds until a dead thread is started again, at first and at most; and the maximum for a thread to stop. */
const AGAIN = { first: 1000, most: 30_000 }
const STOP = 15_000
/** Milliseconds after which the server stops waiting for a thread's answer. */
const PULSE = 60_000

/** A thread that loads the gateways, in parallel with the start of the database. */
export interface LoadedGateways {
  /** Rejects when they cannot start; a thread that dies later is started again. */
  start(system: System, how: GatewayThreadNeeds): Promise<RunningGateways>
  /** Ends gateways that were not started. */
  drop(): Promise<void>
}

const gatewayThread = new URL('gateway-thread.ts', import.meta.url)

/** Runs the gateways in a thread of this process; `code` is the module of the thread. */
export function loadGateways(config: Config, log: Log, code = gatewayThread): LoadedGateways {
  const load = () => new GatewayThread(config, log, code)
  const first = load()
  return {
    start: (system, how) => keepRunning(first, () => load().start(system, how), system, how),
    drop: () => first.kill(),
  }
}

async function keepRunning(
  first: GatewayThread,
  again: () => Promise<Thread>,
  system: System,
  how: GatewayThreadNeeds,
): Promise<RunningGateways> {
  let thread: Thread | undefined = await first.start(system, how)
  let stopping = false
  const ports = new Map(thread.ports)
  const watch = async (one: Thread) => {
    await one.ended
    thread = undefined
    for (let wait = AGAIN.first; !stopping && !thread; wait = Math.min(wait * 2, AGAIN.most)) {
      system.log.error({ wait }, 'the gateways died and are started anew')
      await new Promise((resolve) => setTimeout(resolve, wait).unref())
      if (!stopping) thread = await again().catch(() => undefined)
    }
    if (!thread) return
    for (const [name, port] of thread.ports) ports.set(name, port)
    if (stopping) await thread.kill()
    else void watch(thread)
  }
  void watch(thread)
  return {
    ports,
    lines: thread.lines,
    measured: async () => {
      if (!thread) return []
      const one = system.bus.request<ThreadMetrics>(threadMetricsSubject(thread.name), {}, 2000)
      return one.then(
        (measured) => [measured],
        () => [],
      )
    },
    async answer() {
      if (stopping) return
      if (!thread) throw new Error('the gateways died')
      await system.bus.request(threadPulseSubject(thread.name), {}, PULSE)
    },
    async stop() {
      stopping = true
      if (!thread) return
      await system.bus.request(threadStopSubject(thread.name), {}, STOP).catch(() => {})
      await thread.kill()
    },
  }
}

class GatewayThread {
  private readonly port: MessagePort
  private readonly name = randomUUID()
  private readonly worker: Worker
  private readonly ended: Promise<void>

  constructor(config: Config, log: Log, code: URL) {
    const { port1, port2 } = new MessageChannel()
    const workerData: GatewayThreadData = { config, bus: port2, name: this.name }
    this.port = port1
    this.worker = new Worker(code, { workerData, transferList: [port2], name: 'gateways' })
    this.worker.on('error', (error) => log.error({ error: String(error.stack ?? error) }, 'gateways'))
    this.ended = new Promise((resolve) => {
      this.worker.once('exit', () => {
        port1.close()
        resolve()
      })
    })
  }

  async start({ bus }: System, how: GatewayThreadNeeds): Promise<Thread> {
    const { worker, ended, name } = this
    void ended.then(serveThread(bus, this.port))
    const died = ended.then(() => Promise.reject(new Error('the gateways died while they started')))
    died.catch(() => {})
    const up = new Promise<GatewayThreadTells>((resolve) => worker.once('message', resolve))
    worker.postMessage(how, [])
    const tells = await Promise.race([up, died])
    const kill = () => this.kill()
    if (!('failed' in tells)) return { ...tells, name, ended, kill }
    await kill()
    throw Object.assign(new Error(tells.failed.message), tells.failed)
  }

  async kill(): Promise<void> {
    await this.worker.terminate()
    await this.ended
  }
}
