import type { commandCalls } from '@belvedere/contract/rooms/task/command.ts'
import { taskResult } from '@belvedere/contract/rooms/task/enums.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import type { AnswerOf } from '../../../kit/calls/call.ts'

/** Shows the result of an order to one device. */
export function notifyEnd(
  { rejected = [], results = [] }: AnswerOf<typeof commandCalls.backup>,
  words: { done: Words; failed: Words; goesOn: Words },
): void {
  const [end] = results
  const reason = rejected[0]?.reason ?? (end && end.result !== taskResult.id.success ? end.msg : undefined)
  if (reason !== undefined) toast.error(say(words.failed, { reason }), { stay: true })
  else if (end) toast.success(say(words.done))
  else toast.info(say(words.goesOn))
}
