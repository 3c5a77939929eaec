import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import type { feedbackCalls } from '@belvedere/contract/rooms/feedback/feedback.ts'

export type Suggestion = Out<typeof feedbackCalls.detail>
