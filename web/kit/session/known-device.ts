import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { encodedStorage } from './encoded-storage.ts'

interface KnownBrowser {
  /** By what the server knows this browser at the next sign-in, so that nobody else's failed tries keep it out; no way in. */
  secret: string
}

const useKnown = create<KnownBrowser>()(
  persist((): KnownBrowser => ({ secret: '' }), { name: 'belvedere.device', storage: encodedStorage<KnownBrowser>() }),
)

/** What every way of signing in sends along; '' asks for one. */
export const knownDevice = (): { known_device: string } => ({ known_device: useKnown.getState().secret })

/** Keeps what a sign-in answered. */
export function saveKnownDevice(secret: string | undefined): void {
  if (secret) useKnown.setState({ secret })
}
