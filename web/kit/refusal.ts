import type { RefusalData } from '@belvedere/contract/kit/envelope.ts'
import { lang } from './words.ts'

/** The server answered and said no. `message` is ready to show; `fields` has one text per wrong input field. */
export class Refusal extends Error {
  readonly code: number
  readonly fields: Readonly<Record<string, string>>
  readonly data: unknown

  constructor(code: number, msg: string, data: unknown) {
    super(refusalText(msg, data))
    this.name = 'Refusal'
    this.code = code
    this.data = data
    this.fields = (data as RefusalData | null)?.fields ?? {}
  }
}

/** No usable answer: not sent, no network, time-out, or something that is no envelope. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

/** The page was left, or the sign-in ended: nobody waits for the answer, nothing is shown. */
export class Cancelled extends Error {
  override name = 'Cancelled'
}

/** SPEC section 8: msg, then a comma and data.detail; else data.msg; else data itself when it is text. */
export function refusalText(msg: string, data: unknown): string {
  const { detail, msg: inner } = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>
  if (typeof detail === 'string' && detail) return msg ? `${msg}${lang === 'zh' ? '，' : ', '}${detail}` : detail
  if (msg) return msg
  if (typeof inner === 'string' && inner) return inner
  return typeof data === 'string' ? data : ''
}

/** True for what must stay silent. */
export function isSilent(error: unknown): boolean {
  return error instanceof Cancelled || (error instanceof DOMException && error.name === 'AbortError')
}
