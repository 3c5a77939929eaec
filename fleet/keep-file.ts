import { readFile, rename, writeFile } from 'node:fs/promises'
import type { KeptDevice } from './simulated-device.ts'

/** What the last run left; empty when there was none or it cannot be read. */
export async function readKept(file: string): Promise<Map<string, KeptDevice>> {
  try {
    return new Map(Object.entries(JSON.parse(await readFile(file, 'utf8')) as Record<string, KeptDevice>))
  } catch {
    return new Map()
  }
}

/** Whole or not at all: a process killed while writing leaves the file before. */
export async function writeKept(file: string, kept: Record<string, KeptDevice>): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(kept), { mode: 0o600 })
  await rename(`${file}.new`, file)
}
