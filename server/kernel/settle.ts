import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** ms after a start in which those who waited for it are served first: what follows stops the world. */
const SOON = 1000

/** What a thread does once it has started. */
export function settleSoon(): void {
  setTimeout(settle, SOON).unref()
}

/**
 * Keeps what was compiled, so that the next start is quick however this process ends. Then gives back the hundred megabytes of
 * garbage a start makes, which the engine would keep until it had a reason to look.
 */
function settle(): void {
  flushCompileCache()
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how: object) => void
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
