import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { IntentKind } from './define-intent-kind.ts'
import { intentKinds } from './kinds.ts'
import type { KindSamples } from './samples.ts'

const load = createRequire(import.meta.url)

/** For tests: the samples of each kind; a kind without a file has samples derived from its fields. */
export function loadSamples(): ReadonlyMap<IntentKind, KindSamples> {
  return new Map(
    intentKinds.map(({ name }) => {
      const path = join(import.meta.dirname, '../../intents', name, 'test-samples.ts')
      return [name, existsSync(path) ? (load(path) as { samples: KindSamples }).samples : {}]
    }),
  )
}
