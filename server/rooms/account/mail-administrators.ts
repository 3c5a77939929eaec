import type { Lang } from '@belvedere/contract/kit/text.ts'
import type { Db } from '../../kernel/db.ts'
import type { System } from '../../kernel/implement.ts'
import { listAdministrators } from './store.ts'
import { deliver, maskTarget, type NoticeText, queueMessage, notifyOutbox } from '../delivery/api.ts'

/**
 * Mails the administrators of the installation what `take` returns; undefined: there is no message. What it marks as
 * sent commits with the messages.
 */
export async function mailAdministrators(
  system: System,
  purpose: string,
  keep: number,
  take: (db: Db) => Promise<((lang: Lang) => NoticeText) | undefined>,
): Promise<void> {
  const ids = await system.database.transaction(async (db) => {
    const bodyIn = await take(db)
    if (!bodyIn) return []
    const all = await listAdministrators(db)
    const expires_at = system.now() + keep
    const queue = ({ email, lang }: { email: string; lang: Lang }) =>
      queueMessage(db, system, {
        carrier: 'email',
        target: email,
        masked: maskTarget('email', email),
        purpose,
        body: bodyIn(lang),
        expires_at,
      })
    const queued: number[] = []
    for (const one of all) queued.push(await queue(one))
    return queued
  })
  if (ids.length) notifyOutbox(system)
  for (const id of ids) await system.enqueue(deliver, { id })
}
