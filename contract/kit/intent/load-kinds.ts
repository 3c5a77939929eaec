import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { IntentKindSpec } from './define-intent-kind.ts'

const folder = join(import.meta.dirname, '../../intents')
const load = createRequire(import.meta.url)

/** Kinds by the names of their folders. The console's bundler replaces this file by a list of the same kinds. */
export function loadKinds(): Record<string, IntentKindSpec> {
  return Object.fromEntries(
    readdirSync(folder)
      .map((name) => [name, join(folder, name, 'kind.ts')] as const)
      .filter(([, path]) => existsSync(path))
      .map(([name, path]) => [name, (load(path) as { kind: IntentKindSpec }).kind]),
  )
}
