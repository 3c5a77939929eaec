import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { StartTrouble } from '../process/start-trouble.ts'
import type { RunAs } from './run-as.ts'

export const USER = 'belvedere'
export const DATABASE = 'belvedere'

const initdbArgs = [
  `--username=${USER}`,
  // the folder of the socket is the lock; there is no other way in
  '--auth-local=trust',
  '--auth-host=reject',
  '--encoding=UTF8',
  // PostgreSQL's own Unicode rules: the same order and case on every machine, no library upgrade breaks an index
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--lc-collate=C',
  '--lc-ctype=C',
  '--no-instructions',
]

/** Makes the cluster with its database aside and renames it, so that a killed first start leaves nothing half made. */
export async function makeCluster(dir: string, cluster: string, binaries: Binaries, as: RunAs): Promise<void> {
  if (existsSync(join(cluster, 'PG_VERSION'))) return
  await Promise.all(
    (await readdir(dir))
      .filter((name) => name.startsWith('new-'))
      .map((name) => rm(join(dir, name), { recursive: true, force: true })),
  )
  const aside = join(dir, `new-${process.pid}`)
  const run = (bin: string, args: string[], input = '') => {
    const [file, all] = as.command(bin, args)
    execFileSync(file, all, {
      cwd: dir,
      env: binaries.env,
      uid: as.uid,
      gid: as.gid,
      input,
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: 120_000,
    })
  }
  try {
    run(binaries.initdb, ['-D', aside, ...initdbArgs])
    run(
      binaries.postgres,
      ['--single', '-D', aside, '-c', 'log_checkpoints=off', 'postgres'],
      `create database ${DATABASE}\n`,
    )
  } catch (error) {
    await rm(aside, { recursive: true, force: true })
    const { stderr } = error as { stderr?: Buffer }
    throw new StartTrouble(
      { zh: `无法在 ${dir} 创建数据库`, en: `The database could not be made in ${dir}` },
      stderr?.toString() || String(error),
    )
  }
  await rename(aside, cluster)
}
