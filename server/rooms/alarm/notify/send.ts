import { consoleUrl } from '../../../kernel/config.ts'
import type { System } from '../../../kernel/implement.ts'
import { defineJob } from '../../../kernel/job.ts'
import { defineStartup } from '../../../kernel/startup.ts'
import { openVault } from '../../../kernel/vault.ts'
import { StoreClosed } from '../../../kernel/recognise-error.ts'
import { alarmUserChanged } from './changed.ts'
import { type DueMessage, endMessage, forgetMessages, putOff, takeMessages } from './message-store.ts'
import { packMessages } from './pack.ts'
import { isTime, planNotices } from './plan.ts'
import { forgetHeard } from './plan-store.ts'
import { wayTo } from './reach.ts'
import { ownAnswer, perhapsAgain } from './own-answers.ts'
import { backOff, KEEP, LEASE, MAX_ATTEMPTS, plainLine, SEND_LIMIT } from './send-rules.ts'
import { sweepBinds } from './store.ts'

/** Messages on their way at once, of one process. */
const MOST = 16
const EVERY = 1000

/** Looks at what happened, makes messages of it and sends them. Rows say what is to be done, so it may die at any moment. */
export const tell = defineStartup<System>({
  order: 45,
  role: 'worker',
  async run(system) {
    const turn = makeTurn(system)
    let looking = false
    const timer = setInterval(async () => {
      if (looking) return
      looking = true
      try {
        await turn()
      } catch (error) {
        if (error instanceof StoreClosed) clearInterval(timer)
        else system.log.warn({ error: String(error) }, 'alarms are not told')
      } finally {
        looking = false
      }
    }, EVERY)
    timer.unref()
  },
})

/** One look; messages go out beside it, so that a provider that is slow keeps nobody else waiting: `sent` is theirs. */
export function makeTurn(system: System): () => Promise<{ sent: Promise<unknown> }> {
  let sending = 0
  return async () => {
    if (!(await isTime(system))) return { sent: Promise.resolve() }
    await planNotices(system)
    await packMessages(system)
    const taken =
      sending < MOST
        ? await takeMessages(
            system.db,
            { most: MOST - sending, lease: LEASE, handed: ownAnswer.handed.id },
            system.now(),
          )
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

async function sendOne(system: System, message: DueMessage): Promise<void> {
  const { id, uuid, team_id, attempts } = message
  const way = message.barred ? undefined : await wayTo(system, message)
  const unsubscribe = message.type === 1 ? await leaveLinks(system, message) : undefined
  const text = message.body.text.slice(0, way?.most)
  const before = message.unknown && way?.repeats ? perhapsAgain[message.body.lang] : ''
  const delivery = way
    ? await way.send(
        {
          ...message.body,
          subject: before + message.body.subject,
          text,
          id: uuid,
          ...(unsubscribe && { unsubscribe }),
        },
        AbortSignal.timeout(SEND_LIMIT * 1000),
      )
    : { ok: false, answer: message.barred ? ownAnswer.barred.id : ownAnswer.noChannel.id }
  const said = { channel: way?.id ?? '', answer: plainLine(delivery.answer) }
  const now = system.now()
  const again = delivery.again === true && attempts < MAX_ATTEMPTS
  if (again) await putOff(system.db, id, said, now + backOff(attempts, delivery.after))
  else await endMessage(system.db, id, { ...said, state: delivery.ok ? 1 : 2 }, now)
  system.emit(alarmUserChanged, { team_id })
}

async function leaveLinks(system: System, { leave_token }: DueMessage) {
  const token = (await openVault(system.config.data)).open(leave_token, 'alarm-leave')
  const console = consoleUrl(system.config)
  return { page: `${console}/alarm/leave?t=${token}`, post: `${console}/api/v1/alarm/user/unsubscribe?t=${token}` }
}

export const forget = defineJob<unknown, System>({
  name: 'alarm.forget-messages',
  every: '35 3 * * *',
  async run(_, system) {
    await forgetMessages(system.db, system.now() - KEEP)
    await forgetHeard(system.db)
    await sweepBinds(system, system.now())
  },
})
