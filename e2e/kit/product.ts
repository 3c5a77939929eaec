import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import asStarted from '@belvedere/server/node.json' with { type: 'json' }
import { startProgram } from './run-end.ts'
import { type Session, signIn } from './session.ts'
import { timed } from './wait.ts'

const root = join(import.meta.dirname, '../..')
const main = join(root, 'server/main.ts')
export const PASSWORD = 'Journey-2026'
const READY_LIMIT = 60_000
const STOP_LIMIT = 15_000
const MAX_HEARD = 40_000

export interface ProductHow {
  /** Of an earlier product, to start on its store; else one is made and `close` removes it. */
  readonly data?: string
  /** Address to listen on, one of this machine; 127.0.0.1 by default. */
  readonly host?: string
  /** More flags for the program. */
  readonly flags?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** The program as an operator runs it: a process of its own on fixed ports, which can be killed and started again. */
export interface Product {
  readonly url: string
  readonly port: number
  readonly devicePort: number
  readonly enrolPort: number
  readonly filePort: number
  readonly data: string
  readonly pid: number
  /** Of the embedded PostgreSQL; changes when it is started again. */
  readonly postgresPid: number
  /** Reaches the embedded PostgreSQL; for pg. */
  readonly databaseUrl: string
  /** What it wrote to its terminal, the last of it. */
  readonly heard: string
  /** Starts the process; returns milliseconds until `/readyz` agrees. */
  start(): Promise<number>
  /** Sends the signal and returns when the process has ended. */
  end(signal: NodeJS.Signals): Promise<void>
  /** As the administrator, or another account that has the administrator's password. */
  signIn(account?: string): Promise<Session>
  /** Ends it tidily and removes its folder when it was made here. */
  close(): Promise<void>
}

export async function startProduct(how: ProductHow = {}): Promise<Product> {
  const data = how.data ?? (await mkdtemp(join(tmpdir(), 'belvedere-proof-')))
  const [port, devicePort, enrolPort, filePort] = await freePorts(4)
  const host = how.host ?? '127.0.0.1'
  const url = `http://${host}:${port}`
  // ports that need not be the same after a restart are chosen by the system
  const named = {
    host,
    port,
    'device-port': devicePort,
    'enrol-port': enrolPort,
    'file-port': filePort,
    'shell-port': 0,
    'remote-port': 0,
    data,
  }
  const ports = Object.entries(named).flatMap(([name, value]) => [`--${name}`, String(value)])
  const args = [
    ...asStarted.flags,
    main,
    '--no-demo',
    '--log-level',
    'warn',
    '--calls-per-minute',
    '0',
    ...ports,
    ...(how.flags ?? []),
  ]
  const env = {
    NODE_COMPILE_CACHE: join(root, '.cache/compile'),
    ...process.env,
    ...asStarted.env,
    BELVEDERE_ADMIN_PASSWORD: PASSWORD,
    ...how.env,
  }
  let child: ChildProcess | undefined
  let heard = ''
  const hear = (text: Buffer) => (heard = (heard + text).slice(-MAX_HEARD))
  const product: Product = {
    url,
    port: port as number,
    devicePort: devicePort as number,
    enrolPort: enrolPort as number,
    filePort: filePort as number,
    data,
    get pid() {
      return child?.pid ?? 0
    },
    get postgresPid() {
      return Number(postmasterLines(data)[0])
    },
    get databaseUrl() {
      return `postgres://belvedere@localhost/belvedere?host=${encodeURIComponent(postmasterLines(data)[4] ?? '')}`
    },
    get heard() {
      return heard
    },
    start() {
      if (child && child.exitCode === null && child.signalCode === null) throw new Error('it is already running')
      child = startProgram(args, { env })
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', hear)
      return timed('the server is ready', READY_LIMIT, () => isReady(url, child, heard))
    },
    end: (signal) => ended(child, signal),
    signIn: (account = 'admin') => signIn(url, account, PASSWORD),
    async close() {
      await ended(child, 'SIGTERM')
      if (!how.data) await rm(data, { recursive: true, force: true })
    },
  }
  await product.start().catch(async (error: Error) => {
    await product.close()
    throw new Error(`${error.message}\n${heard}`)
  })
  return product
}

const postmasterLines = (data: string) =>
  readFileSync(join(data, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')

async function isReady(url: string, child: ChildProcess | undefined, heard: string): Promise<boolean> {
  if (child?.exitCode !== null) throw new Error(`the server ended with ${child?.exitCode}\n${heard.slice(-2000)}`)
  return (await fetch(`${url}/readyz`)).ok
}

/** A process that does not end by itself is killed, and that is an error of its own. */
export async function ended(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill(signal)
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT)
  await gone
  clearTimeout(late)
  if (child.signalCode === 'SIGKILL' && signal !== 'SIGKILL') throw new Error(`it did not end by ${signal}`)
}

/** Below those that the kernel gives to outgoing connections, which may take a port before its program listens. */
const PORTS = { from: 12_000, to: 31_999 } as const

/** Ports without a listener. */
export async function freePorts(count: number): Promise<number[]> {
  const servers: Server[] = []
  while (servers.length < count) {
    const port = PORTS.from + Math.floor(Math.random() * (PORTS.to - PORTS.from))
    const server = await listens(port)
    if (server) servers.push(server)
  }
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

function listens(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}
