import { messageState } from '@belvedere/contract/rooms/delivery/enums.ts'
import { outboxCalls } from '@belvedere/contract/rooms/delivery/outbox.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { openBody } from './send/delivery.job.ts'
import { listMessages, type OutboxMessageRow } from './store.ts'

export const calls = implement(outboxCalls, {
  async list(ctx, input) {
    const { total, list } = await listMessages(ctx, input)
    return { total, list: await Promise.all(list.map((row) => shown(ctx, row))) }
  },
})

/** The text of messages that could be sent is never displayed; that of others is displayed here until they expire. */
async function shown(ctx: Ctx, { body, ...row }: OutboxMessageRow) {
  const readable = body !== null && row.state === messageState.id.unset && row.expires_at > ctx.now()
  if (!readable) return { ...row, text: '' }
  const { text, template } = await openBody(ctx.system, body)
  return { ...row, text: template.values['code'] ?? text }
}
