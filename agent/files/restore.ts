import { chmod, lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, posix } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { configPlaces } from './backup.ts'
import { CommandRefusal } from '../refusal.ts'
import { type TarFile, unpackTar } from './tar.ts'

const largestUnpacked = 64 << 20

/**
 * Writes the files of a backup to their original paths and returns these paths. All entries are checked before the first byte is
 * written, so a hostile archive changes nothing: only plain files, only below the paths of a backup, never through a link to
 * another place. `root` is the target file system.
 */
export async function restoreBackup(archive: Buffer, root = '/'): Promise<string[]> {
  const files = (await unpackTar(inflated(archive))).filter((file) => !file.path.startsWith('belvedere/'))
  if (files.length === 0)
    throw new CommandRefusal({ zh: '归档中没有配置文件', en: 'The archive holds no configuration' })
  const targets = files.map((file) => ({ file, path: allowedPath(file.path) }))
  for (const { path } of targets) await refuseLinks(path, root)
  const fresh: { from: string; to: string }[] = []
  try {
    for (const { file, path } of targets) fresh.push(await writeBeside(file, path, root))
    for (const { from, to } of fresh) await rename(from, to)
  } catch (error) {
    await Promise.all(fresh.map(({ from }) => rm(from, { force: true })))
    throw error
  }
  return targets.map(({ path }) => path)
}

function inflated(archive: Buffer): Buffer {
  try {
    return gunzipSync(archive, { maxOutputLength: largestUnpacked })
  } catch {
    throw new CommandRefusal({ zh: '归档已损坏或过大', en: 'The archive is damaged or too large' })
  }
}

/** The absolute path of an entry; refuses paths outside of the configuration. */
export function allowedPath(entry: string): string {
  const path = posix.normalize(`/${entry}`)
  const clean =
    entry.length <= 512 && !entry.startsWith('/') && !entry.includes('\0') && !entry.split('/').includes('..')
  const inside = configPlaces.some((place) => path === place || path.startsWith(`${place}/`))
  if (clean && inside && !path.endsWith('/')) return path
  throw new CommandRefusal(
    { zh: '归档中有不允许的路径：{entry}', en: 'The archive wants to write where it must not: {entry}' },
    { entry: entry.slice(0, 200) },
  )
}

// A folder of the host may itself be a link to another place, and a target may be a device or a link.
async function refuseLinks(path: string, root: string): Promise<void> {
  const base = await realpath(root)
  const wrong = new CommandRefusal(
    { zh: '主机上的 {path} 是链接或特殊文件', en: '{path} is a link or special file on this host' },
    { path },
  )
  let at = base
  for (const part of path.split('/').filter(Boolean)) {
    at = posix.join(at, part)
    const info = await lstat(at).catch(() => undefined)
    if (!info) return
    const last = at === posix.join(base, path)
    if (last ? !info.isFile() : !info.isDirectory()) throw wrong
  }
}

async function writeBeside(file: TarFile, path: string, root: string): Promise<{ from: string; to: string }> {
  const to = posix.join(await realpath(root), path)
  await mkdir(dirname(to), { recursive: true, mode: 0o755 })
  const from = `${dirname(to)}/.${basename(to)}.restore`
  // Exclusive: an existing file or link with this name stops the restore.
  await rm(from, { force: true })
  const handle = await open(from, 'wx', 0o600)
  try {
    await handle.writeFile(file.content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  // Never setuid or writable by all, whatever the mode in the archive.
  await chmod(from, file.mode & 0o755)
  return { from, to }
}
