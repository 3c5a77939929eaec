import { readFile, rename, writeFile } from 'node:fs/promises'
import type { SavedDevice } from './simulated-device.ts'

/** The state of the last run; empty when there is none or it is not readable. */
export async function readSaved(file: string): Promise<Map<string, SavedDevice>> {
  try {
    return new Map(Object.entries(JSON.parse(await readFile(file, 'utf8')) as Record<string, SavedDevice>))
  } catch {
    return new Map()
  }
}

/** Written atomically: a process killed while writing leaves the previous file. */
export async function writeSaved(file: string, kept: Record<string, SavedDevice>): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(kept), { mode: 0o600 })
  await rename(`${file}.new`, file)
}
