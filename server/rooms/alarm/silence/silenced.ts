import type { Db } from '../../../kernel/db.ts'
import { listAtWork } from '../../topology/api.ts'
import { catalogue } from '../../alarm-type/api.ts'
import type { RaisedAlarm } from '../store.ts'
import { placesOf } from '../watch/uplinks.ts'
import { covers, holdsUntil, localTime } from './silence-rules.ts'
import { silencesIn } from './store.ts'

/** Which of these alarms are silenced, until when, and by which silence. */
export async function silencesFor(
  db: Db,
  raised: readonly RaisedAlarm[],
  now: number,
): Promise<{ id: number; until: number | null; by: string }[]> {
  const worked = await atWork(db, raised, now)
  const silences = await silencesIn(db, [...new Set(raised.map(({ scene_id }) => scene_id))], now)
  if (silences.length === 0) return worked
  const deep = silences.filter(({ below }) => below).map(({ scene_id }) => scene_id)
  const places = deep.length ? await placesOf(db, [...new Set(deep)]) : undefined
  const known = new Set(worked.map(({ id }) => id))
  const silenced = raised.flatMap((alarm) => {
    if (known.has(alarm.id)) return []
    for (const silence of silences) {
      if (silence.scene_id !== alarm.scene_id || !covers(silence, alarm, places?.get(alarm.device_id)?.above ?? []))
        continue
      const until = holdsUntil(silence, now, localTime(now, silence.time_zone))
      if (until !== undefined) return [{ id: alarm.id, until, by: silence.name }]
    }
    return []
  })
  return [...worked, ...silenced]
}

/** Alarms caused by running work: ignored until the expected end of the work, and opened again when they last. */
async function atWork(
  db: Db,
  raised: readonly RaisedAlarm[],
  now: number,
): Promise<{ id: number; until: number; by: string }[]> {
  const request = raised.filter(({ type }) => catalogue.get(type)?.planned)
  if (request.length === 0) return []
  const works = await listAtWork(
    db,
    request.map(({ device_id }) => device_id),
    now,
  )
  return request.flatMap(({ id, device_id, type }) => {
    const list = works.filter((one) => one.device_id === device_id && catalogue.get(type)?.planned?.includes(one.work))
    const last = list.toSorted((a, b) => b.until - a.until)[0]
    return last ? [{ id, until: last.until, by: last.by }] : []
  })
}
