import type { lineCalls } from '@belvedere/contract/rooms/device/line.ts'
import type { AnswerOf } from '../../kit/calls/call.ts'

export type LineFacts = AnswerOf<typeof lineCalls.list>['list'][number]
