import { consoleUrl } from '../../../base/settings/config.ts'
import type { Db } from '../../../kernel/db.ts'
import type { System } from '../../../kernel/implement.ts'
import { catalogue } from '../../alarm-type/api.ts'
import { addMessage, triedAt } from '../send/message-store.ts'
import { type DueNotice, isWorthSaying, noticeKind } from './plan-rules.ts'
import {
  dropNotifications,
  dueNotifications,
  delayNotifications,
  type NotifiedContact,
  lockDueContacts,
  markPacked,
} from './store.ts'
import { limitOf } from '../send/channels.ts'
import { waitFor } from '../send/send-rules.ts'
import { mayNotify } from '../contact/contact-rules.ts'
import { bodyOf, type IncidentNotice } from './message-text.ts'

/** Maximum number of contacts in one run, and of incidents in one message. */
const MOST_LISTENERS = 200
const MOST_TOLD = 1000
/** Seconds after the next attempt of a waiting message: by then it may have been sent. */
const BEHIND = 5
/** Maximum characters of a stored text. */
const MOST_TEXT = 16_000

/** Makes messages of the due notifications, one for each contact at a time. Returns their number. */
export function packMessages(system: System): Promise<number> {
  const now = system.now()
  return system.database.transaction(async (db) => {
    let made = 0
    for (const one of await lockDueContacts(db, now, MOST_LISTENERS)) if (await packOne(db, system, one, now)) made++
    return made
  })
}

async function packOne(db: Db, system: System, user: NotifiedContact, now: number): Promise<boolean> {
  const due = (await dueNotifications(db, user.id, now, MOST_TOLD)).map((one) => ({
    ...one,
    momentary: catalogue.get(one.told.type)?.momentary === true,
  }))
  const worth = due.filter(isWorthSaying)
  const never = due.filter((one) => !isWorthSaying(one))
  const ready: DueNotice[] = []
  for (const one of worth) {
    const answer = mayNotify(user, one.told.level, now)
    if (answer === 'now') ready.push(one)
    else if (answer === 'never') never.push(one)
    else await delayNotifications(db, [one.id], answer.at)
  }
  await dropNotifications(db, idsOf(never))
  if (ready.length === 0) return false
  const limit = await limitOf(system, user)
  const since = now - (limit?.seconds ?? 0)
  const busy = user.busy_until === null ? 0 : Math.max(0, user.busy_until - now) + BEHIND
  const wait = Math.max(waitFor(await triedAt(db, user.place, since), limit, now), busy)
  if (wait > 0) {
    await delayNotifications(db, idsOf(ready), now + wait)
    return false
  }
  const told = ready.map(({ kind, told }) =>
    kind === noticeKind.again || kind === noticeKind.escalated ? { ...told, at: now, state: stateOf(kind) } : told,
  )
  const body = bodyOf(told, { ...user, console: consoleUrl(system.config) })
  const whole = { ...body, text: body.text.slice(0, MOST_TEXT) }
  const message = {
    notification_contact_id: user.id,
    team_id: user.team_id,
    place: user.place,
    body: whole,
    incident_cnt: ready.length,
    now,
  }
  await markPacked(db, idsOf(ready), await addMessage(db, message), now)
  return true
}

const idsOf = (notices: readonly DueNotice[]) => notices.map(({ id }) => id)
const stateOf = (kind: 4 | 5): IncidentNotice['state'] => (kind === noticeKind.again ? 'again' : 'escalated')
