import { loadChunk } from '../kit/loading/load-chunk.ts'

/** Everything behind sign-in; not among the first bytes. */
export function loadShell() {
  return loadChunk(() => import('./open-shell.tsx'))
}
