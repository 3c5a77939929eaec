import type { Db } from '../../../kernel/db.ts'
import type { Raised } from '../store.ts'
import { placesOf } from '../uplinks.ts'
import { covers, holdsUntil, localTime } from './silence-rules.ts'
import { silencesIn } from './store.ts'

/** Which of these alarms nobody is to hear of, until when, and by what. */
export async function silencesFor(
  db: Db,
  raised: readonly Raised[],
  now: number,
): Promise<{ id: number; until: number | null; by: string }[]> {
  const silences = await silencesIn(db, [...new Set(raised.map(({ scene_id }) => scene_id))], now)
  if (silences.length === 0) return []
  const deep = silences.filter(({ below }) => below).map(({ scene_id }) => scene_id)
  const places = deep.length ? await placesOf(db, [...new Set(deep)]) : undefined
  return raised.flatMap((alarm) => {
    for (const silence of silences) {
      if (silence.scene_id !== alarm.scene_id || !covers(silence, alarm, places?.get(alarm.device_id)?.above ?? []))
        continue
      const until = holdsUntil(silence, now, localTime(now, silence.time_zone))
      if (until !== undefined) return [{ id: alarm.id, until, by: silence.name }]
    }
    return []
  })
}
