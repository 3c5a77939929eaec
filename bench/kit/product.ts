import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePorts } from '@belvedere/e2e/kit/product.ts'
import { startProgram } from '@belvedere/e2e/kit/run-end.ts'
import asStarted from '@belvedere/server/node.json' with { type: 'json' }

const main = join(import.meta.dirname, '../../server/main.ts')
export const PASSWORD = 'Bench-figures-1'

/** The product as an operator runs it: a separate process, embedded PostgreSQL, no demo. */
export interface BenchProduct {
  readonly url: string
  readonly devicePort: number
  readonly data: string
  /** Folder with the authority that issues the certificates of simulated devices. */
  readonly caDir: string
  readonly pid: number
  /** Changes when PostgreSQL is restarted; 0 in between. */
  readonly postgresPid: number
  readonly db: pg.Pool
  readonly token: string
  readonly uid: number
  /** Milliseconds from spawn to the answer of /readyz. */
  readonly readyAfter: number
  call<T = any>(at: string, payload?: Record<string, unknown>): Promise<T>
  /** A value of GET /metrics, 0 if it is absent. */
  metric(name: string): Promise<number>
  kill(signal: NodeJS.Signals): Promise<void>
  stop(): Promise<void>
}

/** Starts on an existing store if `data` is the folder of an earlier run. */
export async function startProduct(
  data = mkdtempSync(join(tmpdir(), 'belvedere-bench-')),
  ports?: number[],
): Promise<BenchProduct> {
  const [port = 0, devicePort = 0, enrolPort = 0] = ports ?? (await freePorts(3))
  const flags = {
    port,
    'device-port': devicePort,
    'enrol-port': enrolPort,
    'file-port': 0,
    'shell-port': 0,
    data,
    'log-level': 'error',
    'calls-per-minute': 0,
  }
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)])
  const began = performance.now()
  const env = {
    ...process.env,
    ...asStarted.env,
    BELVEDERE_ADMIN_PASSWORD: PASSWORD,
    NODE_COMPILE_CACHE: join(import.meta.dirname, '../../.cache/compile'),
  }
  const child = startProgram([...asStarted.flags, main, '--no-demo', ...args], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  await ready(child, url)
  const readyAfter = performance.now() - began
  const { token, uid } = (await callOver(url, '', 0, 'POST user/login', { account: 'admin', password: PASSWORD })) as {
    token: string
    uid: number
  }
  const db = new pg.Pool({ connectionString: databaseUrl(data), max: 4 })
  return {
    url,
    devicePort,
    data,
    db,
    token,
    uid,
    readyAfter,
    caDir: join(data, 'pki'),
    pid: child.pid as number,
    get postgresPid() {
      return Number(postmasterOf(data)[0])
    },
    call: (at, payload) => callOver(url, token, uid, at, payload) as never,
    metric: async (name) =>
      Number(new RegExp(`^belvedere_${name} (.*)$`, 'm').exec(await (await fetch(`${url}/metrics`)).text())?.[1] ?? 0),
    kill: (signal) => ended(child, signal),
    async stop() {
      await db.end()
      await ended(child, 'SIGTERM')
      rmSync(data, { recursive: true, force: true })
    },
  }
}

function postmasterOf(data: string): string[] {
  const file = join(data, 'postgres/cluster/postmaster.pid')
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
}

function databaseUrl(data: string): string {
  const lines = postmasterOf(data)
  return `postgres://belvedere@localhost/belvedere?host=${encodeURIComponent(lines[4] ?? '')}&port=${lines[3]}`
}

async function ready(child: ChildProcess, url: string): Promise<void> {
  for (let wait = 0; wait < 1200; wait++) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    if (
      await fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('the server was not ready within 30 s')
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}

/** Kept open, as a browser does: opening connections is not measured. */
const agent = new Agent({ keepAlive: true })

async function callOver(
  url: string,
  token: string,
  uid: number,
  at: string,
  payload: Record<string, unknown> = {},
): Promise<unknown> {
  const [method = 'GET', path] = at.split(' ')
  const query = method === 'GET' || method === 'DELETE'
  const search = query
    ? `?${new URLSearchParams({ ...payload, ...(uid ? { uid } : {}) } as Record<string, string>)}`
    : ''
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: token } : {}) }
  const text = await ask(`${url}/api/v1/${path}${search}`, method, headers, query ? undefined : JSON.stringify(payload))
  const { code, msg, data } = JSON.parse(text) as { code: number; msg: string; data: unknown }
  if (code !== 0) throw new Error(`${at}: ${code} ${msg}`)
  return data
}

function ask(url: string, method: string, headers: Record<string, string>, body: string | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const out = request(
      url,
      { method, agent, headers: body ? headers : { authorization: headers.authorization ?? '' } },
      (answer) => {
        const chunks: Buffer[] = []
        answer
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('end', () => resolve(Buffer.concat(chunks).toString()))
      },
    )
    out.on('error', reject).end(body)
  })
}
