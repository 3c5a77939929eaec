import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import type { Lang } from '@belvedere/contract/kit/text.ts'
import { linkAction } from '@belvedere/contract/rooms/notify/enums.ts'

export type LinkAction = IdOf<typeof linkAction>

/** Seconds for which a link is valid. */
export const LINK_VALID = 3 * 86_400
/** Seconds for which a silence from a link lasts. */
export const SILENCE = 3600

interface ActedAlarm {
  state: 0 | 1 | 2
  acknowledged_at: number | null
}

/** True when the action changes an alarm in this state. */
export function appliesTo(action: LinkAction, { state, acknowledged_at }: ActedAlarm): boolean {
  if (action === 'acknowledge') return state === 0 && acknowledged_at === null
  return action === 'silence' ? state === 0 : state !== 1
}

/** State of the alarm after the action. */
export function after(action: LinkAction, now: number): { state: 0 | 1 | 2; ignored_until: number | null } {
  if (action === 'acknowledge') return { state: 0, ignored_until: null }
  return action === 'silence' ? { state: 2, ignored_until: now + SILENCE } : { state: 1, ignored_until: null }
}

/** A note for an alarm that has none. */
export const noteOf = (action: LinkAction, by: string, lang: Lang): string =>
  `${linkAction.label(action, lang)}${{ zh: '：', en: ': ' }[lang]}${by}`.slice(0, 128)

/** The id of the message and its digest, as one token for a query. */
export const tokenOf = (uuid: string, digest: string): string => uuid.replaceAll('-', '') + digest

export function partsOf(token: string): { uuid: string; digest: string } {
  const [, a, b, c, d, e, digest = ''] = /^(.{8})(.{4})(.{4})(.{4})(.{12})(.*)$/.exec(token) ?? []
  return { uuid: [a, b, c, d, e].join('-'), digest }
}
