import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { encodedStorage, readStored } from './encoded-storage.ts'

interface BrowserMemory {
  /** The path requested before sign-in, with its query. */
  oldPath: string
  /** Unix milliseconds of the last click in any tab; 0 = unknown. */
  lastClick: number
}

const key = 'belvedere.other'

export const useOther = create<BrowserMemory>()(
  persist((): BrowserMemory => ({ oldPath: '', lastClick: 0 }), {
    name: key,
    storage: encodedStorage<BrowserMemory>(),
  }),
)

/** Returns and removes the stored path; only a path of this site is valid. */
export function takeOldPath(): string {
  const { oldPath } = useOther.getState()
  useOther.setState({ oldPath: '' })
  return /^\/(?![/\\])/.test(oldPath) ? oldPath : ''
}

/** The last click in any tab. */
export function lastClickAnywhere(): number {
  return readStored<BrowserMemory>(key)?.state.lastClick ?? 0
}
