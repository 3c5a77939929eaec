import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
export const modules = join(root, 'node_modules')

/** A path below .cache, which is created if it is missing. */
export function inCache(name) {
  mkdirSync(join(root, '.cache'), { recursive: true })
  return join(root, '.cache', name)
}
