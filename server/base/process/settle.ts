import { flushCompileCache } from 'node:module'

/** ms after a start before the following blocking work, so that waiting clients are served first. */
const SOON = 1000

/** Work of a thread after its start. */
export function settleSoon(): void {
  setTimeout(settle, SOON).unref()
}

/**
 * Stores the compile cache, so that the next start is fast even after a crash. Then releases the hundred megabytes of garbage of a start,
 * which the engine would otherwise keep; `node.json` has the flag for that.
 */
function settle(): void {
  flushCompileCache()
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
