import { loadChunk } from '../kit/loading/load-chunk.ts'

/** Everything behind sign-in; not part of the first load. */
export function loadShell() {
  return loadChunk(() => import('./open-shell.tsx'))
}
