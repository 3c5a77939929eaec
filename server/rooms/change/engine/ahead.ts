import type { RevisionToSend } from '../../intent/api.ts'

/** What is made ready while the canary is watched, so that nobody waits for it afterwards. */
export interface Ahead {
  /** By wave: over, well or not. */
  readonly waves: Map<number, Promise<void>>
  /** By device: the moment it was asked. */
  readonly kept: Map<number, number>
  /** What is to be sent, by revision. */
  readonly ready: Map<number, RevisionToSend>
}
