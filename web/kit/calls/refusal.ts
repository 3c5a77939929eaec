import type { RefusalData } from '@belvedere/contract/kit/envelope.ts'
import { lang } from '../words/words.ts'

/** The server refused a call. `message` is ready for display; `fields` has one text per invalid input field. */
export class ServerRefusal extends Error {
  readonly code: number
  readonly fields: Readonly<Record<string, string>>
  readonly data: unknown

  constructor(code: number, msg: string, data: unknown) {
    super(refusalText(msg, data))
    this.name = 'ServerRefusal'
    this.code = code
    this.data = data
    this.fields = (data as RefusalData | null)?.fields ?? {}
  }
}

/** No valid response: not sent, no network, time-out, or not an envelope. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

/** The page was left, or the session ended: the response is not needed, and nothing is shown. */
export class Cancelled extends Error {
  override name = 'Cancelled'
}

/** Text for display: `msg`, then a comma and data.detail, else data.msg, else data if it is readable. */
export function refusalText(msg: string, data: unknown): string {
  const { detail, msg: inner } = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>
  const more = [detail, inner, data].find(
    (text) => (typeof text === 'string' && text !== '') || typeof text === 'number',
  )
  return [msg, more].filter((text) => text !== '' && text !== undefined).join(lang === 'zh' ? '，' : ', ')
}

/** True for errors that are not shown. */
export function isSilent(error: unknown): boolean {
  return error instanceof Cancelled || (error instanceof DOMException && error.name === 'AbortError')
}
