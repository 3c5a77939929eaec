import type { AlarmRaised } from '@belvedere/contract/rooms/alarm/log.ts'
import { defineEvent, type LiveNews } from '../../kernel/event.ts'
import { phraseOf } from '../alarm-type/api.ts'
import type { Arisen } from './raise.ts'

interface Changed {
  scene_ids: number[]
  /** The new alarms, when nothing else changed. */
  rows?: AlarmRaised[]
}

/** Alarms of a scene were added, ended or handled. */
export const alarmChanged = defineEvent<Changed>('alarm.changed', {
  live: ({ scene_ids, rows }) => scene_ids.map((scene_id) => newsOf(scene_id, rows)),
})

/** Maximum number of rows in the event; for more, lists refetch. */
const MOST_ROWS = 20

/** The new alarms, and the scenes in which something else changed. */
export function changedBy(arisen: readonly Arisen[], others: readonly number[] = []): Changed {
  const scene_ids = [...new Set([...others, ...arisen.map(({ scene_id }) => scene_id)])]
  const rows = arisen.flatMap(({ row }) => row ?? [])
  const whole = others.length === 0 && rows.length === arisen.length && rows.length <= MOST_ROWS
  return whole
    ? { scene_ids, rows: rows.map(({ key, params, ...row }) => ({ ...row, ...phraseOf({ ...row, key, params }) })) }
    : { scene_ids }
}

/** For the lists of alarms on screens. */
export function newsOf(scene_id: number, rows?: readonly AlarmRaised[]): LiveNews {
  const own = rows?.filter((row) => row.scene_id === scene_id)
  return { topic: 'alarm', scene_id, ...(own && { rows: own, may: 'alarm.read' }) }
}
