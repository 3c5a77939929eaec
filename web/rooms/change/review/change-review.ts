import type { changeCalls } from '@belvedere/contract/rooms/change/change.ts'
import type { AnswerOf } from '../../../kit/calls/call.ts'

/** Names of the devices selected by users as canary, by id. */
export type CanaryNames = ReadonlyMap<number, string>
export type ChangeReview = AnswerOf<typeof changeCalls.review>
