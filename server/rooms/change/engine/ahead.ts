import type { RevisionToSend } from '../../intent/api.ts'

/** Preparations made while the canary is watched, so that the waves do not wait for them. */
export interface Ahead {
  /** By wave: settled, successfully or not. */
  readonly waves: Map<number, Promise<void>>
  /** By device: the time of the request. */
  readonly kept: Map<number, number>
  /** The configuration to send, by revision. */
  readonly ready: Map<number, RevisionToSend>
}
