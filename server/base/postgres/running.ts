import { spawn } from 'node:child_process'
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { guardChild } from '../edge/guard-socket.ts'
import type { Binaries } from './binaries.ts'
import { StartTrouble } from '../process/start-trouble.ts'
import { accepts, isAlive, isPostmasterOf, readPostmaster, until } from './postmaster.ts'
import type { RunAs } from './run-as.ts'
import { socketIn } from './socket-dir.ts'

/** The parameters determined before PostgreSQL starts. */
export interface PostgresSetup {
  readonly dir: string
  readonly cluster: string
  readonly logFile: string
  readonly socketDir: string
  readonly binaries: Binaries
  readonly as: RunAs
  readonly args: readonly string[]
  readonly shared?: boolean
}

/** Recovery after a crash may have gigabytes to read. */
const START_MS = 600_000
const STOP_MS = 60_000
const DEAF_MS = 5000
const REFUSALS = 20

export interface Running {
  pid: number
  /** The socket folder of the running one, which a former process may have chosen. */
  socketDir: string
  reused: boolean
}

/** Returns when PostgreSQL accepts connections: a running one, else a new one. */
export async function ensureRunning(place: PostgresSetup): Promise<Running> {
  const end = Date.now() + START_MS
  let refusals = 0
  while (Date.now() < end) {
    const found = await findRunning(place, end)
    if (found) return found
    const pid = await launch(place, end)
    if (pid) return { pid, socketDir: place.socketDir, reused: false }
    // children of a killed postmaster hold its memory for a moment, and another process may start the same cluster
    if (++refusals >= REFUSALS) break
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  const tail = (await readFile(place.logFile, 'utf8').catch(() => '')).slice(-1500)
  throw new StartTrouble(
    {
      zh: `内置 PostgreSQL 无法启动，日志见 ${place.logFile}`,
      en: `The embedded PostgreSQL does not start; its log is ${place.logFile}`,
    },
    tail,
  )
}

/** The postmaster that already serves this cluster, once it accepts; undefined when there is none (any more). */
async function findRunning(place: PostgresSetup, end: number): Promise<Running | undefined> {
  const first = await readPostmaster(place.cluster)
  if (!first || !(await isPostmasterOf(first.pid, place.cluster))) {
    await dropStaleLocks(place)
    return undefined
  }
  const { pid } = first
  let socketDir = first.socketDir
  const ready = async () => {
    const now = await readPostmaster(place.cluster)
    socketDir = now?.socketDir || socketDir
    return now?.pid === pid && now.ready
  }
  await until(async () => (await ready()) || !isAlive(pid), Math.max(0, end - Date.now()))
  if (!(await ready())) return undefined
  if (await until(() => accepts(socketIn(socketDir)), DEAF_MS)) return { pid, socketDir, reused: true }
  // its socket was deleted: it runs, but cannot be reached
  await shutDown(pid)
  return undefined
}

/**
 * A lock file is valid as long as its number is in use: also by another process after a reboot, or by a zombie. A separate lock of
 * PostgreSQL covers children of a dead postmaster that still use the data.
 */
async function dropStaleLocks({ cluster, socketDir }: PostgresSetup): Promise<void> {
  for (const lock of [join(cluster, 'postmaster.pid'), `${socketIn(socketDir)}.lock`]) {
    const pid = Number.parseInt(await readFile(lock, 'utf8').catch(() => ''), 10)
    if (pid && !(await isPostmasterOf(pid, cluster))) await rm(lock, { force: true })
  }
}

/** Marks processes that a run of tests or benchmarks must end. */
function markOfRun(): Record<string, string> {
  const mark = process.env['BELVEDERE_RUN']
  return mark ? { BELVEDERE_RUN: mark } : {}
}

/** Undefined when it ended before it was ready. */
async function launch(place: PostgresSetup, end: number): Promise<number | undefined> {
  const logFile = await open(place.logFile, 'a', 0o600)
  const [file, args] = place.as.command(place.binaries.postgres, [
    '-D',
    place.cluster,
    '-k',
    place.socketDir,
    ...place.args,
  ])
  const child = guardChild(
    spawn(file, args, {
      cwd: place.dir,
      env: { ...place.binaries.env, ...(place.shared ? {} : markOfRun()) },
      uid: place.as.uid,
      gid: place.as.gid,
      detached: true,
      stdio: ['ignore', logFile.fd, logFile.fd],
    }),
  )
  let ended = false
  child.once('exit', () => (ended = true)).once('error', () => (ended = true))
  child.unref()
  await logFile.close()
  const ready = async () => {
    const now = await readPostmaster(place.cluster)
    return now?.pid === child.pid && now?.ready === true
  }
  await until(async () => ended || (await ready()), Math.max(0, end - Date.now()))
  return ended ? undefined : child.pid
}

/** Ends a postmaster; returns when it has exited. */
export async function shutDown(pid: number): Promise<void> {
  const gone = async () => !isAlive(pid)
  const ask = (signal: NodeJS.Signals) => {
    try {
      process.kill(pid, signal)
    } catch {}
  }
  // SIGINT is PostgreSQL's fast shutdown; SIGQUIT its immediate one, which recovers at the next start
  ask('SIGINT')
  if (await until(gone, STOP_MS)) return
  ask('SIGQUIT')
  await until(gone, 5000)
}
