import type { Lang } from '@belvedere/contract/kit/text.ts'
import { taskReason } from '@belvedere/contract/rooms/task/reason/enums.ts'

/** The text of a task's item: the reason in the user's language, followed by the device's words. */
export function wordsOf(item: { reason: string | null; msg: string }, lang: Lang): string {
  if (!item.reason) return item.msg
  const reason = taskReason.label(item.reason, lang)
  return item.msg ? `${reason}${lang === 'zh' ? '：' : ': '}${item.msg}` : reason
}

/** The row with its reason as text. */
export function inWords<Row extends { reason: string | null; msg: string }>(
  { reason, ...row }: Row,
  lang: Lang,
): Omit<Row, 'reason'> {
  return { ...row, msg: wordsOf({ reason, msg: row.msg }, lang) }
}
