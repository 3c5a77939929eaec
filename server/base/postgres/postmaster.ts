import { readFileSync } from 'node:fs'
import { readFile, readlink, realpath } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'

/** The content of `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number
  readonly socketDir: string
  /** It accepts connections; false while it starts, recovers or shuts down. */
  readonly ready: boolean
}

/** Undefined if there is no file, or an incomplete one. */
export async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 1) return undefined
  return { pid, socketDir: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' }
}

/**
 * True while the process exists and is not a zombie. Called several times a second: synchronous reads of /proc return at once, and
 * asynchronous ones cost a dozen times as much.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}

/**
 * True when the process really is the postmaster of this cluster. After a reboot the number in a stale file may belong to another process;
 * a postmaster is recognised by its working directory, which is the cluster. Without /proc the number is trusted.
 */
export async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux') return true
  return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === (await realpath(cluster))
}

/** True if the socket accepts connections; connecting alone starts no session. */
export function accepts(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(socket)
    const end = (answer: boolean) => {
      probe.destroy()
      resolve(answer)
    }
    probe.once('connect', () => end(true)).once('error', () => end(false))
  })
}

/** Polls every 20 ms until `done` says yes; false after `ms`. */
export async function until(done: () => Promise<boolean>, ms: number): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 20))) {
    if (await done()) return true
  }
  return done()
}
