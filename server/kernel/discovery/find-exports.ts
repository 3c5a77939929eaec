import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Of the project. */
export const root = join(import.meta.dirname, '../../..')

/** Synchronous: for a thousand small files the event loop would take longer than the reading. */
export function filesBelow(dir: string, wanted: (path: string) => boolean): string[] {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return paths.filter((path) => wanted(path)).sort()
}

export const isCode = (path: string) => path.endsWith('.ts') && !path.endsWith('.test.ts')

/** Sequential: with concurrent imports the engine traverses the dependencies of each module repeatedly. */
export async function exportsOf(paths: readonly string[]): Promise<{ path: string; key: string; value: unknown }[]> {
  const found: { path: string; key: string; value: unknown }[] = []
  for (const path of paths) {
    const module = (await import(pathToFileURL(path).href)) as object
    found.push(...Object.entries(module).map(([key, value]) => ({ path, key, value: value as unknown })))
  }
  return found
}

export const pick = <T>(from: { value: unknown }[], is: (value: unknown) => value is T) => [
  ...new Set(from.map(({ value }) => value).filter(is)),
]
