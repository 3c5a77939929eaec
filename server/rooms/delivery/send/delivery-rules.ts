import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import type { messageState } from '@belvedere/contract/rooms/delivery/enums.ts'
import type { Pace } from '../../../engines/outbox/pace-rules.ts'

export type MessageState = IdOf<typeof messageState>

/** Seconds for a provider to answer, and until a message of a dead process is released. */
export const SEND_LIMIT = 20
export const LEASE = 45
/** Seconds for which a message is kept. */
export const RETENTION = 30 * 86_400
/** A code expires after minutes: the last attempt comes early. */
export const PACE: Pace = { tries: 6, first: 2, factor: 3, longest: 120, furthest: 120 }
