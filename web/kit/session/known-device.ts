import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { encodedStorage } from './encoded-storage.ts'

interface KnownBrowser {
  /**
   * Token by which the server recognises this browser at the next sign-in, so that failed attempts of others do not
   * lock it out; it does not grant access.
   */
  secret: string
}

const useKnown = create<KnownBrowser>()(
  persist((): KnownBrowser => ({ secret: '' }), { name: 'belvedere.device', storage: encodedStorage<KnownBrowser>() }),
)

/** Sent with every sign-in; '' requests a token. */
export const knownDevice = (): { known_device: string } => ({ known_device: useKnown.getState().secret })

/** Stores the token from the response to a sign-in. */
export function saveKnownDevice(secret: string | undefined): void {
  if (secret) useKnown.setState({ secret })
}
