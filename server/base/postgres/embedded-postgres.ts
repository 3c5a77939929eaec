import { mkdir, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../process/log.ts'
import { prepareBinaries } from './binaries.ts'
import { DATABASE, makeCluster, USER } from './cluster.ts'
import { isAlive } from './postmaster.ts'
import { chooseRunAs } from './run-as.ts'
import { ensureRunning, type PostgresSetup, shutDown } from './running.ts'
import { settings } from './settings.ts'
import { makeSocketDir } from './socket-dir.ts'
import { enterUsers } from './users.ts'

export interface EmbeddedPostgres {
  /** For pg; a user that may do everything, over a socket only we can reach. */
  readonly url: string
  /** Of the postmaster; changes when it had to be started again. */
  readonly pid: number
  /** Aborts running statements, flushes and stops it; leaves it running for other processes that use it. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** A folder of its own; gets `cluster`, `lib`, `run` and `postgres.log`. */
  readonly dataDir: string
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  /** PostgreSQL settings that override the defaults. */
  readonly settings?: Readonly<Record<string, string>>
  /** Shared by test runs: it stops with the last of them. */
  readonly shared?: boolean
}

const WATCH_MS = 250
const MAX_LOG_BYTES = 16 << 20

/**
 * Starts PostgreSQL over `dataDir`, or takes over the one that a killed process left running there. It runs in a separate session: neither
 * Ctrl-C nor the death of this process stops it, only `stop`. If it dies, it is started again at the same address.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const began = Date.now()
  const place = await prepare(options)
  const users = await enterUsers(place.dir)
  let { pid, socketDir, reused } = await ensureRunning(place)
  options.log.info({ pid, reused, ms: Date.now() - began }, 'postgres is up')

  let stopped = false
  let reviving: Promise<void> | undefined
  const revive = async () => {
    options.log.error({ pid }, 'postgres died; starting it again')
    // a simple retry suffices: obstacles (ending children, a full disk) pass or are reported each time
    while (!stopped) {
      try {
        ;({ pid } = await ensureRunning({ ...place, socketDir }))
        return
      } catch (error) {
        options.log.error({ error: (error as Error).message }, 'postgres does not start')
        await new Promise((resolve) => setTimeout(resolve, 2000))
      }
    }
  }
  const watch = setInterval(() => {
    if (reviving || stopped || isAlive(pid)) return
    reviving = revive().finally(() => (reviving = undefined))
  }, WATCH_MS)
  const trim = setInterval(() => void trimLog(place.logFile), 60_000)
  watch.unref()
  trim.unref()

  return {
    url: `postgres://${USER}@localhost/${DATABASE}?host=${encodeURIComponent(socketDir)}`,
    get pid() {
      return pid
    },
    async stop() {
      if (stopped) return
      stopped = true
      clearInterval(watch)
      clearInterval(trim)
      await reviving
      if (await users.leave()) await shutDown(pid)
    },
  }
}

async function prepare(options: EmbeddedPostgresOptions): Promise<PostgresSetup> {
  const dir = options.dataDir
  const cluster = join(dir, 'cluster')
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const binaries = await prepareBinaries(join(dir, 'lib'))
  const as = await chooseRunAs(dir, cluster, binaries)
  await makeCluster(dir, cluster, binaries, as)
  const socketDir = await makeSocketDir(dir, as)
  const all = { ...settings, ...options.settings }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return {
    dir,
    cluster,
    logFile: join(dir, 'postgres.log'),
    socketDir,
    binaries,
    as,
    args,
    shared: options.shared ?? false,
  }
}

/** PostgreSQL appends, so truncating the file is safe. */
async function trimLog(path: string): Promise<void> {
  const { size } = await stat(path).catch(() => ({ size: 0 }))
  if (size > MAX_LOG_BYTES) await truncate(path)
}
