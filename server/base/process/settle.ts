import { flushCompileCache } from 'node:module'

/** ms after a start in which those who waited for it are served first: what follows stops the world. */
const SOON = 1000

/** What a thread does once it has started. */
export function settleSoon(): void {
  setTimeout(settle, SOON).unref()
}

/**
 * Keeps what was compiled, so that the next start is quick however this process ends. Then gives back the hundred megabytes of
 * garbage a start makes, which the engine would keep until it had a reason to look; `node.json` has the flag for that.
 */
function settle(): void {
  flushCompileCache()
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
