import type { StreamPiece } from '../../kit/reading.ts'
import { objectOf, textOf, wholeWithin } from '../../kit/coerce.ts'

/** One piece of output, base64: the agent sends at most some tens of kilobytes at a time. */
const MAX_PIECE = 400_000

/**
 * Output of a remote shell, or of a connection through the host, is sent as a standard event, so that a stock gateway ignores it.
 * Undefined when the message is another event.
 */
export function shellPiece(params: unknown): StreamPiece | undefined {
  const event = objectOf(objectOf(params).data).event
  const { type, payload } = objectOf(Array.isArray(event) ? event[1] : undefined)
  if (type !== 'belvedere.shell' && type !== 'belvedere.tunnel') return undefined
  const { session, data, closed, exit } = objectOf(payload)
  const name = typeof session === 'string' ? textOf(session, 64) : undefined
  if (name === undefined) return undefined
  if (closed === true) return { session: name, closed: true, exit: wholeWithin(exit, -1, 255) }
  return typeof data === 'string' && data.length <= MAX_PIECE ? { session: name, data } : undefined
}
