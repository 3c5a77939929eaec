import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import type { ConfigPart } from './config-part.ts'

const folder = join(import.meta.dirname, 'kinds')
const load = createRequire(import.meta.url)

/**
 * Parts of the configuration by kind, one file each. The bundle of the agent has a list of the same files in place of this
 * module.
 */
export function loadParts(): Record<string, ConfigPart> {
  return Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .sort()
      .map((name) => [basename(name, '.ts'), (load(join(folder, name)) as { part: ConfigPart }).part]),
  )
}
