import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import type { messageState } from '@belvedere/contract/rooms/delivery/enums.ts'
import type { Pace } from '../../../engines/outbox/pace-rules.ts'

export type MessageState = IdOf<typeof messageState>

/** Seconds a provider has to answer, and until a message is free again that a lost process had taken. */
export const SEND_LIMIT = 20
export const LEASE = 45
/** Seconds a message is kept after it was written. */
export const RETENTION = 30 * 86_400
/** A code is worth nothing after minutes: the last try comes soon. */
export const PACE: Pace = { tries: 6, first: 2, factor: 3, longest: 120, furthest: 120 }
