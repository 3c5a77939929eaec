import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { encodedStorage, readStored } from './encoded-storage.ts'

interface BrowserMemory {
  /** The path wanted before sign-in, with its query. */
  oldPath: string
  /** Unix milliseconds of the last click in any tab; 0 unknown. */
  lastClick: number
}

const key = 'belvedere.other'

export const useOther = create<BrowserMemory>()(
  persist((): BrowserMemory => ({ oldPath: '', lastClick: 0 }), {
    name: key,
    storage: encodedStorage<BrowserMemory>(),
  }),
)

/** The remembered path, once; only a path of this site counts. */
export function takeOldPath(): string {
  const { oldPath } = useOther.getState()
  useOther.setState({ oldPath: '' })
  return /^\/(?![/\\])/.test(oldPath) ? oldPath : ''
}

/** The last click in whichever tab. */
export function lastClickAnywhere(): number {
  return readStored<BrowserMemory>(key)?.state.lastClick ?? 0
}
