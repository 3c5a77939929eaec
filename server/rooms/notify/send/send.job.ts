import { startLoop } from '../../../engines/leased-loop/loop.ts'
import type { System } from '../../../kernel/implement.ts'
import { defineJob } from '../../../base/jobs/job.ts'
import { defineStartup } from '../../../kernel/startup.ts'
import { Refusal } from '../../../kernel/refuse.ts'
import { mails, spendQuota, textMessages } from '../../account/api.ts'
import { actionsOf } from '../act/sign-link.ts'
import { contactChanged } from '../contact/changed.events.ts'
import { type DueNotification, purgeMessages, outbox, takeMessages } from './message-store.ts'
import { leaveLinks } from './mail-target.ts'
import { asMail } from './mail-text.ts'
import { packMessages } from '../plan/compose-messages.ts'
import { isTime, planNotifications } from '../plan/plan-notifications.ts'
import { deleteReadMarks } from '../plan/store.ts'
import { channelTo } from './channels.ts'
import { answers, repeatMark } from './answers.ts'
import { RETENTION, LEASE, SEND_LIMIT } from './send-rules.ts'
import { sweepBinds } from '../contact/store.ts'

/** Maximum number of messages sent at the same time by one process. */
const MOST = 16
const EVERY = 1000

/** Reads events, makes messages and sends them. Every step is stored, so the process may end at any time. */
export const notify = defineStartup<System>({
  order: 45,
  role: 'worker',
  async run(system) {
    startLoop(EVERY, system, 'alarms are not told', makeRound(system))
  },
})

/**
 * One run. Messages are sent in parallel, so that a slow provider delays no others; `sent` resolves when they are sent.
 */
export function makeRound(system: System): () => Promise<{ sent: Promise<unknown> }> {
  let sending = 0
  return async () => {
    if (!(await isTime(system))) return { sent: Promise.resolve() }
    await planNotifications(system)
    await packMessages(system)
    const taken =
      sending < MOST
        ? await takeMessages(system.db, { most: MOST - sending, lease: LEASE, handed: answers.handed.id }, system.now())
        : []
    const out = taken.map(async (message) => {
      sending++
      await sendOne(system, message)
        .catch((error: unknown) =>
          system.log.warn({ message: message.id, error: String(error) }, 'a message was not sent'),
        )
        .finally(() => sending--)
    })
    return { sent: Promise.all(out) }
  }
}

async function sendOne(system: System, message: DueNotification): Promise<void> {
  const { uuid, team_id } = message
  const found = message.barred ? undefined : await channelTo(system, message)
  const spent = found !== undefined && (await isSpent(system, message))
  const way = spent ? undefined : found
  const unsubscribe = message.type === 1 ? await leaveLinks(system, message.leave_token) : undefined
  const actions = isToHandle(message) ? await actionsOf(system, uuid, message.body.lang) : undefined
  const words = message.type === 1 ? asMail(message.body) : message.body
  const text = words.text.slice(0, way?.most)
  const before = message.unknown && way?.repeats ? repeatMark[message.body.lang] : ''
  const delivery = way
    ? await way.send(
        {
          ...message.body,
          subject: before + words.subject,
          text,
          id: uuid,
          ...(unsubscribe && { unsubscribe }),
          ...(actions && { actions }),
        },
        AbortSignal.timeout(SEND_LIMIT * 1000),
      )
    : { ok: false, answer: whyNot(message, spent) }
  await outbox.note(system.db, message, way?.id ?? '', delivery, system.now())
  system.emit(contactChanged, { team_id })
}

/** True for a mail or a message of a robot about an incident that has not ended. */
function isToHandle({ links, type, body }: DueNotification): boolean {
  const { incidents = [] } = (body.data ?? {}) as { incidents?: { state: string }[] }
  return links === 1 && (type === 1 || type === 3) && incidents.some(({ state }) => state !== 'recovered')
}

const whyNot = ({ barred }: DueNotification, spent: boolean) =>
  (barred ? answers.barred : spent ? answers.spent : answers.noChannel).id

/** Counts a message once, for any number of attempts; true when the daily quota of the team is exhausted. */
async function isSpent(system: System, { type, team_id, attempts }: DueNotification): Promise<boolean> {
  const quota = type === 0 ? textMessages : type === 1 ? mails : undefined
  if (!quota || attempts > 1) return false
  try {
    await spendQuota(system, quota, team_id)
    return false
  } catch (error) {
    if (error instanceof Refusal) return true
    throw error
  }
}

export const purge = defineJob<unknown, System>({
  name: 'alarm.forget-messages',
  every: '35 3 * * *',
  async run(_, system) {
    await purgeMessages(system.db, system.now() - RETENTION)
    await deleteReadMarks(system.db)
    await sweepBinds(system, system.now())
  },
})
