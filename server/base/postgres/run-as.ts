import { execFile } from 'node:child_process'
import { chmod, lchown, lstat, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'
import { StartTrouble } from '../process/start-trouble.ts'

const run = promisify(execFile)
const NOBODY = 65534

/** The user that runs PostgreSQL, which refuses root. */
export interface RunAs {
  /** Owner of its files; undefined: the present user. */
  readonly uid?: number
  readonly gid?: number
  /** The command line that runs `file` as that user. */
  command(file: string, args: readonly string[]): [string, string[]]
}

const plain = (file: string, args: readonly string[]): [string, string[]] => [file, [...args]]
const asWeAre: RunAs = { command: plain }

/** Files stay root's; inside its own user namespace the process sees itself and them as nobody's. */
const inNamespace: RunAs = {
  command: (file, args) => ['unshare', ['-U', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, file, ...args]],
}

/**
 * Decides who runs PostgreSQL over the folder `dir`, and makes the folder theirs. An ordinary user: as they are. Root: as the
 * owner of the cluster that is there, else in a user namespace, else as nobody.
 */
export async function chooseRunAs(dir: string, cluster: string, binaries: Binaries): Promise<RunAs> {
  if (process.getuid?.() !== 0) return asWeAre
  const owner = await stat(cluster).catch(() => undefined)
  if (owner && owner.uid !== 0) return asOther(owner.uid, owner.gid, dir, binaries)
  const version = inNamespace.command(binaries.postgres, ['--version'])
  const namespaces = await run(...version, { env: binaries.env }).then(
    () => true,
    () => false,
  )
  return namespaces ? inNamespace : asOther(NOBODY, NOBODY, dir, binaries)
}

async function asOther(uid: number, gid: number, dir: string, binaries: Binaries): Promise<RunAs> {
  await ownAll(dir, uid, gid)
  const reach = () => run(binaries.postgres, ['--version'], { uid, gid, cwd: dir, env: binaries.env })
  // secrets of the data folder are in separate folders, so traversing it reveals nothing
  await reach()
    .catch(() => chmod(dirname(dir), 0o711).then(reach))
    .catch((error: Error) => {
      throw new StartTrouble(
        {
          zh: `PostgreSQL 不能以 root 身份运行，而本机不允许用户命名空间，uid ${uid} 也无法进入 ${dir}。请改用普通用户启动，或用 --data 指定其可进入的目录，或设置 DATABASE_URL`,
          en: `PostgreSQL does not run as root; this machine allows no user namespaces, and uid ${uid} cannot reach ${dir}. Start as an ordinary user, choose a folder it can enter with --data, or set DATABASE_URL`,
        },
        error.message,
      )
    })
  return { uid, gid, command: plain }
}

/** The folder itself last: its owner then implies the owner of its content. */
async function ownAll(dir: string, uid: number, gid: number): Promise<void> {
  if ((await lstat(dir)).uid === uid) return
  const names = await readdir(dir, { recursive: true })
  for (const name of [...names, '']) await lchown(join(dir, name), uid, gid)
}
