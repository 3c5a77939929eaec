import type { Lang } from '@belvedere/contract/kit/text.ts'
import { taskReason } from '@belvedere/contract/rooms/task/reason/enums.ts'

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
