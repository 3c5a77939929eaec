import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

let entered = 0

/** A process is identified by its number and start time, because numbers are reused. */
async function momentOf(pid: string | number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const began = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  return began ?? (isThere(Number(pid)) ? 'there' : '')
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Registers this process as a user of the cluster. `leave` removes it; true if no living user is left. */
export async function enterUsers(dir: string): Promise<{ leave(): Promise<boolean> }> {
  const list = join(dir, 'users')
  const name = `${process.pid}-${entered++}`
  await mkdir(list, { recursive: true, mode: 0o700 })
  await writeFile(join(list, name), await momentOf(process.pid))
  return {
    async leave() {
      await rm(join(list, name), { force: true })
      const alive = await Promise.all((await readdir(list)).map((other) => strikeOutDead(list, other)))
      return !alive.includes(true)
    },
  }
}

/** True if the user is alive; a killed process could not leave. */
async function strikeOutDead(list: string, name: string): Promise<boolean> {
  const path = join(list, name)
  const wrote = await readFile(path, 'utf8').catch(() => '')
  const now = await momentOf(name.split('-')[0] ?? '')
  if (wrote !== '' && wrote === now) return true
  await rm(path, { force: true })
  return false
}
