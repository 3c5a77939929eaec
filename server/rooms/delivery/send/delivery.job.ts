import { messageState } from '@belvedere/contract/rooms/delivery/enums.ts'
import type { Notice } from '@belvedere/drivers/kit/define-notify-channel.ts'
import type { Db } from '../../../kernel/db.ts'
import type { System } from '../../../kernel/implement.ts'
import { defineJob } from '../../../base/jobs/job.ts'
import { openVault } from '../../../base/keys/vault.ts'
import { activeChannel } from '../channel/active-channel.ts'
import { RETENTION, LEASE, PACE, SEND_LIMIT } from './delivery-rules.ts'
import {
  addMessage,
  type DueOutboxMessage,
  listDue,
  outbox,
  sweepMessages,
  takeMessage,
  withoutBody,
} from '../store.ts'

/** The wording of a message. */
export type NoticeText = Omit<Notice, 'target'>

export interface Outgoing {
  carrier: 'email' | 'sms'
  target: string
  /** As administrators see it. */
  masked: string
  /** Its subject; displayed, and searchable in the outbox. */
  purpose: string
  body: NoticeText
  /** Unix seconds; not sent afterwards. */
  expires_at: number
}

const sealedFor = 'message'

/** The text of a sealed message. */
export async function openBody(system: System, sealed: string): Promise<NoticeText> {
  return JSON.parse((await openVault(system.config.data)).open(sealed, sealedFor)) as NoticeText
}

/** Stores a message until it is sent; then enqueue `deliver` with its id. `nobody`: it is stored and not sent. */
export async function queueMessage(db: Db, system: System, one: Outgoing, nobody = false): Promise<number> {
  const vault = await openVault(system.config.data)
  const body = vault.seal(JSON.stringify(one.body), sealedFor)
  return addMessage(db, {
    ...one,
    target: vault.seal(one.target, sealedFor),
    body: nobody ? null : body,
    state: nobody ? messageState.id.nobody : messageState.id.waiting,
    now: system.now(),
  })
}

/** Sends one message now. Throws when it has to be retried: the delay of the queue grows each time. */
export const deliver = defineJob<{ id: number }, System>({
  name: 'account.deliver',
  retries: PACE.tries,
  run: ({ id }, system) => deliverNow(system, id),
})

/** Sends messages whose job was lost with a process, and messages that are due for a retry. */
export const deliverDue = defineJob({
  name: 'account.deliver-due',
  every: '* * * * *',
  async run(_: unknown, system: System) {
    for (const id of await listDue(system, system.now(), 100)) {
      // already postponed; one failure must not delay the others
      await deliverNow(system, id).catch(() => {})
    }
  },
})

export const purgeMessages = defineJob({
  name: 'account.forget-messages',
  every: '*/5 * * * *',
  run: (_: unknown, system: System) => sweepMessages(system, system.now(), system.now() - RETENTION),
})

async function deliverNow(system: System, id: number): Promise<void> {
  const message = await takeMessage(system, id, LEASE, system.now())
  if (!message) return
  const channel = await activeChannel(system, message.carrier)
  if (!channel) return leaveToAdministrators(system, message)
  const vault = await openVault(system.config.data)
  const notice: Notice = {
    ...(await openBody(system, message.body)),
    target: vault.open(message.target, sealedFor),
  }
  const delivery = await channel.send(notice, AbortSignal.timeout(SEND_LIMIT * 1000))
  const { again, answer } = await outbox.note(system.db, message, channel.id, delivery, system.now(), withoutBody)
  notifyOutbox(system)
  if (again) throw new Error(`message ${id} by ${channel.id}: ${answer}`)
}

/** On a new installation nothing can be sent: the administrator reads the code in the log or on the outbox page. */
async function leaveToAdministrators(system: System, { id, body, masked, purpose }: DueOutboxMessage): Promise<void> {
  const { text, template } = await openBody(system, body)
  const said = template.values['code'] ? { code: template.values['code'] } : { text }
  system.log.warn({ to: masked, purpose, ...said }, 'no channel to send this by; it is also on the outbox page')
  // the text stays, for administrators to read
  await outbox.end(system.db, id, { state: messageState.id.unset, channel: '', answer: '' }, system.now())
  notifyOutbox(system)
}

/** The outbox on screens is out of date. */
export function notifyOutbox(system: System): void {
  system.tell({ topic: 'message', scene_id: 0 })
}
