import { open } from 'node:fs/promises'
import { hasTool } from '../host/run-tool.ts'
import { hasSystemd } from '../host/has-systemd.ts'

/** Log files of hosts without a journal: of each group the first that exists, because the others repeat it. */
const groups = [
  ['/var/log/syslog', '/var/log/messages'],
  ['/var/log/auth.log', '/var/log/secure'],
] as const
/** For a host without a file of the first group. */
const single = ['/var/log/kern.log', '/var/log/daemon.log']

const mostBytes = 256 * 1024

/** The journal contains everything. */
export const hasJournal = (): boolean => hasSystemd() && hasTool('journalctl')

const isReadable = async (path: string): Promise<boolean> => {
  const file = await open(path).catch(() => undefined)
  await file?.close()
  return file !== undefined
}

/** Files that contain the log of this host. */
export async function logFiles(): Promise<string[]> {
  const readable = async (paths: readonly string[]) => {
    const found = await Promise.all(paths.map(isReadable))
    return paths.filter((_, n) => found[n])
  }
  const [general, access] = await Promise.all(groups.map(readable))
  const rest = general?.length ? [] : await readable(single)
  return [...(general ?? []).slice(0, 1), ...(access ?? []).slice(0, 1), ...rest]
}

export const hasLogs = async (): Promise<boolean> => hasJournal() || (await logFiles()).length > 0

/** Lines that are appended to files after the first reading; a new file is read from its beginning. */
export class LogFollower {
  readonly #places = new Map<string, { at: number; inode: number }>()
  #begun = false

  async read(): Promise<string[]> {
    const files = await logFiles()
    const texts: string[] = []
    for (const path of files) texts.push(await this.#readOn(path))
    this.#begun = true
    return texts.flatMap((text) => text.split('\n').filter(Boolean))
  }

  async #readOn(path: string): Promise<string> {
    const file = await open(path).catch(() => undefined)
    if (!file) return ''
    try {
      const { size, ino: inode } = await file.stat()
      const before = this.#places.get(path)
      // rotated or truncated
      const isSame = before?.inode === inode && size >= before.at
      const from = isSame ? before.at : before || this.#begun ? 0 : size
      const at = Math.max(from, size - mostBytes)
      const buffer = Buffer.alloc(size - at)
      const { bytesRead } = await file.read(buffer, 0, buffer.length, at)
      // an incomplete line is read the next time
      const end = buffer.lastIndexOf(10, bytesRead) + 1
      this.#places.set(path, { at: at + end, inode })
      return buffer.toString('utf8', 0, end)
    } finally {
      await file.close()
    }
  }
}
