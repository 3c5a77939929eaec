import type { changeCalls } from '@belvedere/contract/rooms/change/change.ts'
import type { AnswerOf } from '../../../kit/calls/call.ts'

/** Names of the devices that people want to go first, by id. */
export type CanaryNames = ReadonlyMap<number, string>
export type ChangeReview = AnswerOf<typeof changeCalls.review>
