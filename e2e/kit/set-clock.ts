import { existsSync, readdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { prepareBinaries } from '@belvedere/server/base/postgres/binaries.ts'
import { makeCluster } from '@belvedere/server/base/postgres/cluster.ts'
import { chooseRunAs } from '@belvedere/server/base/postgres/run-as.ts'
import { ensureRunning } from '@belvedere/server/base/postgres/running.ts'
import { settings } from '@belvedere/server/base/postgres/settings.ts'
import { makeSocketDir } from '@belvedere/server/base/postgres/socket-dir.ts'

/** A clock that all processes with `env` show, and that can be set while they run; what elapses is not changed. */
export interface SetClock {
  readonly env: Readonly<Record<string, string>>
  /** Seconds from the true time. */
  set(offset: number): Promise<void>
}

/** Of libfaketime, below `dir`; undefined when this machine lacks it. */
export async function makeClock(dir: string): Promise<SetClock | undefined> {
  const library = readdirSync('/usr/lib')
    .map((folder) => join('/usr/lib', folder, 'faketime/libfaketimeMT.so.1'))
    .find(existsSync)
  if (!library) return undefined
  const file = join(dir, 'clock')
  const set = (offset: number) => writeFile(file, `${offset < 0 ? '' : '+'}${offset}\n`)
  await set(0)
  const env = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DISABLE_SHM: '1',
  }
  return { env, set }
}

/** Starts the embedded PostgreSQL of a data directory by that clock; a server that is started there takes it over. */
export async function startPostgresBy(clock: SetClock, data: string): Promise<void> {
  const dir = join(data, 'postgres')
  const cluster = join(dir, 'cluster')
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const { env, ...programs } = await prepareBinaries(join(dir, 'lib'))
  const as = await chooseRunAs(dir, cluster, { env, ...programs })
  await makeCluster(dir, cluster, { env, ...programs }, as)
  const socketDir = await makeSocketDir(dir, as)
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const binaries = { ...programs, env: { ...env, ...clock.env } }
  await ensureRunning({ dir, cluster, logFile: join(dir, 'postgres.log'), socketDir, binaries, as, args })
}
