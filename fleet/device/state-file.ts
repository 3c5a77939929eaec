import { readFile, rename, writeFile } from 'node:fs/promises'
import type { SavedDevice } from './simulated-device.ts'

/** What the last run left; empty when there was none or it cannot be read. */
export async function readSaved(file: string): Promise<Map<string, SavedDevice>> {
  try {
    return new Map(Object.entries(JSON.parse(await readFile(file, 'utf8')) as Record<string, SavedDevice>))
  } catch {
    return new Map()
  }
}

/** Whole or not at all: a process killed while writing leaves the file before. */
export async function writeSaved(file: string, kept: Record<string, SavedDevice>): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(kept), { mode: 0o600 })
  await rename(`${file}.new`, file)
}
