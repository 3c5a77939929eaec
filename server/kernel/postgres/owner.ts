import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from './postmaster.ts'

const fileIn = (dir: string) => join(dir, 'owner')

/** A process is known by its number and the moment it began: numbers come again. */
async function tokenOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''}`
}

/** True when this process is the one to stop PostgreSQL: nobody else who started it is still there. */
export async function claim(dir: string): Promise<boolean> {
  const owner = await readFile(fileIn(dir), 'utf8').catch(() => '')
  const pid = Number.parseInt(owner)
  if (pid > 0 && pid !== process.pid && (await isAlive(pid)) && (await tokenOf(pid)) === owner) return false
  await writeFile(fileIn(dir), await tokenOf(process.pid), { mode: 0o600 })
  return true
}

export function disclaim(dir: string): Promise<void> {
  return rm(fileIn(dir), { force: true })
}
