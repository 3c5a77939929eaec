import { objectOf } from '../../kit/coerce.ts'
import { type LogLines, logLinesOf } from '../../kit/log-lines.ts'

/** Type of the event by which the agent reports lines of its host's log. */
const type = 'belvedere.logs'

/** Undefined for any other event. */
export function logsOf(params: unknown): LogLines | undefined {
  const { event } = objectOf(objectOf(params).data)
  const body = Array.isArray(event) ? objectOf(event[1]) : undefined
  return body?.type === type ? logLinesOf(body.payload) : undefined
}
