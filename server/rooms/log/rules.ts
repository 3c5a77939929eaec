import type { Lang } from '@belvedere/contract/kit/text.ts'
import { taskReason } from '@belvedere/contract/rooms/log/enums.ts'

/** Characters of JSON kept of one before or after; a bigger one is replaced by its size. */
const MAX_KEPT = 65_536

/** JSON text for the log, null for nothing; bounded. */
export function kept(value: unknown): string | null {
  if (value === null || value === undefined) return null
  const text = JSON.stringify(value)
  return text.length <= MAX_KEPT ? text : JSON.stringify({ too_large: text.length })
}

/** What a task's item says for itself: our reason in the reader's language, the device's words after it. */
export function wordsOf(item: { reason: string | null; msg: string }, lang: Lang): string {
  if (!item.reason) return item.msg
  const reason = taskReason.label(item.reason, lang)
  return item.msg ? `${reason}${lang === 'zh' ? '：' : ': '}${item.msg}` : reason
}

/** The row with its reason put into words. */
export function inWords<Row extends { reason: string | null; msg: string }>(
  { reason, ...row }: Row,
  lang: Lang,
): Omit<Row, 'reason'> {
  return { ...row, msg: wordsOf({ reason, msg: row.msg }, lang) }
}
