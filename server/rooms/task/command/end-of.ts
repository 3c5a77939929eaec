import type { ItemEnd } from '../store.ts'
import type { CommandOutcome } from '../../../devices/send-command.ts'

/** The result of a task's item. An offline device fails immediately, and a device without support reports that. */
export function endOf(device_id: number, outcome: CommandOutcome): ItemEnd {
  if ('nobody' in outcome) return { device_id, result: 1, reason: 'offline' }
  if ('late' in outcome) return { device_id, result: 2, reason: 'timeout' }
  if ('broken' in outcome) return { device_id, result: 1, reason: 'failed', msg: outcome.broken }
  const { answer } = outcome
  if ('unsupported' in answer) return { device_id, result: 1, reason: 'unsupported' }
  const { result, msg, data } = answer
  return { device_id, result, reason: ['', 'failed', 'timeout'][result] || undefined, msg: msg.slice(0, 4000), data }
}
