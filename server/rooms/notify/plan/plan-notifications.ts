import type { Db } from '../../../kernel/db.ts'
import type { System } from '../../../kernel/implement.ts'
import { dutyOf } from '../duty/store.ts'
import { settingFor } from '../../alarm-type/api.ts'
import { type Incident, incidentsAfter } from '../../alarm/api.ts'
import { noticeKind, outAt, planOpening } from './plan-rules.ts'
import { noticeOf } from './message-text.ts'
import {
  addNotifications,
  addRecoveries,
  dropWaiting,
  isAnythingDue,
  listRecipients,
  markRead,
  renewWaiting,
  timeZoneOf,
  notifiedContacts,
  unreadEvents,
} from './store.ts'

/** Maximum number of events read in one run. */
const MOST = 500
/** Events older than a day are not sent when the server starts again. */
const STALE = 86_400

/** One query a second; the other queries run only when there is work. */
export const isTime = (system: System): Promise<boolean> => isAnythingDue(system.db, system.now() - STALE, system.now())

/**
 * Stores the notifications of the events since the last run, each event in one transaction, so that a process that dies
 * loses no event and stores none twice.
 */
export async function planNotifications(system: System): Promise<void> {
  const ids = await unreadEvents(system.db, system.now() - STALE, MOST)
  const [first] = ids
  if (first === undefined) return
  const wanted = new Set(ids)
  for (const incident of await incidentsAfter(system.db, first - 1, MOST))
    if (wanted.has(incident.news_id)) await system.database.transaction((db) => planOne(db, incident, system.now()))
}

async function planOne(db: Db, incident: Incident, now: number): Promise<void> {
  if (!(await markRead(db, incident.news_id))) return
  const { scene_id, type, level, state } = incident
  const setting = await settingFor(db, scene_id, type)
  const time_zone = await timeZoneOf(db, scene_id)
  const notice = noticeOf(incident)
  if (state === 'recovered') {
    const users = await notifiedContacts(db, incident.id)
    await dropWaiting(db, incident.id)
    const due = outAt(setting, level, time_zone, now)
    if (setting.notify_recover && due !== undefined) await addRecoveries(db, notice, users, due, now)
    return
  }
  const before = state === 'worsened' ? await notifiedContacts(db, incident.id) : []
  if (state === 'worsened') await renewWaiting(db, notice)
  const hearers = await listRecipients(db, { scene_id, level, type })
  const planned = planOpening(incident, setting, hearers, time_zone, now, await dutyOf(db, scene_id))
  const known = planned.map((one) =>
    one.kind === noticeKind.opened && before.includes(one.notification_contact_id)
      ? { ...one, kind: noticeKind.worsened, repeat_s: 0 }
      : one,
  )
  await addNotifications(db, notice, known, now)
}
