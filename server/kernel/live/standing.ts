import type { RequiredRights } from '../access.ts'
import type { Loss } from './loss.ts'

/** The account of an open channel, and the rights that it needs. */
export interface Grounds {
  readonly uid: number
  readonly session_id: number
  /** The call that opened it; absent: a session is enough. */
  readonly call?: RequiredRights
  readonly scene_id?: number
  /** Its object, as the audit log names it: `device:12`. */
  readonly object?: string
}

/** `until`: unix seconds at which it may expire. */
export type Standing = { until: number } | { lost: Loss }
