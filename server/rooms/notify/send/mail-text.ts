import { type Lang, say, type Words } from '@belvedere/contract/kit/text.ts'
import type { NotificationBody } from '../plan/message-text.ts'

const one: Words = { zh: '[{level}] {title}（{state}） · 揽景', en: '[{level}] {title} ({state}) · Belvedere' }
const several: Words = {
  zh: '[{level}] {title}等 {count} 条告警 · 揽景',
  en: '[{level}] {title} and {more} more alarms · Belvedere',
}

/**
 * A message as mail. Its subject contains no text of customers: names are in the body, so that the mail server cannot
 * be abused to send their text as subjects.
 */
export function asMail(body: NotificationBody): Pick<NotificationBody, 'subject' | 'text'> {
  const { level = '', title = '', state = '', count = '1', device = '' } = body.template.values
  const values = { level, title, state, count, more: String(Number(count) - 1) }
  const subject = say(count === '1' ? one : several, body.lang as Lang, values)
  return { subject, text: count === '1' && device ? `${device}\n${body.text}` : body.text }
}
