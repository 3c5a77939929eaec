import { createHash } from 'node:crypto'
import { chown, lstat, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartTrouble } from '../process/start-trouble.ts'

/** A socket address holds 108 bytes, the last of them zero. */
const LIMIT = 107

export const socketIn = (dir: string) => join(dir, '.s.PGSQL.5432')
const fits = (dir: string) => Buffer.byteLength(`${socketIn(dir)}.lock`) <= LIMIT

/**
 * A folder that only PostgreSQL and the server can enter, which is the only authentication: beside the cluster, or if that path is too
 * long, below the runtime or the temporary folder, under a name derived from the path.
 */
export async function makeSocketDir(dir: string, owner: { uid?: number; gid?: number }): Promise<string> {
  const name = `belvedere-${createHash('sha256').update(dir).digest('hex').slice(0, 12)}`
  const runtime = process.env['XDG_RUNTIME_DIR']
  const places = [join(dir, 'run'), ...(runtime ? [join(runtime, name)] : []), join(tmpdir(), name), join('/tmp', name)]
  const place = places.find(fits) ?? ''
  await mkdir(place, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(place, owner.uid, owner.gid)
  await proveOurs(place, owner.uid ?? process.getuid?.() ?? 0)
  return place
}

/** Below /tmp another user could have created the folder first. */
async function proveOurs(place: string, uid: number): Promise<void> {
  const found = await lstat(place)
  if (found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0) return
  throw new StartTrouble({
    zh: `目录 ${place} 不属于本程序，请检查后删除`,
    en: `The folder ${place} does not belong to this program, or other users can access it; check and remove it`,
  })
}
