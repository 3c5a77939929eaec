import { isServed, readFirstPage } from '../calls/call.ts'
import { ChunkMissing } from './load-chunk.ts'

/** Milliseconds between two attempts. A person who reads the error has time to choose first. */
const interval = 10_000
/** Milliseconds between two reloads that no person asked for. */
const rest = 60_000
const key = 'belvedere.reloaded-at'

/**
 * Reloads the page once the server serves the part that is missing, at most once a minute: a browser that changed its network
 * aborts what it loads, and a display on a wall has no user. Returns a function that stops it.
 */
export function reloadLater(error: unknown): () => void {
  const timer = setInterval(() => void reloadWhenServed(error), interval)
  return () => clearInterval(timer)
}

async function reloadWhenServed(error: unknown): Promise<void> {
  if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < rest) return
  try {
    const address = error instanceof ChunkMissing ? error.address : undefined
    if ((address && !(await isServed(address))) || !(await readFirstPage())) return
  } catch {
    return
  }
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
}
