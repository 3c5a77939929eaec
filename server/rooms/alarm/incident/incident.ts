import type { Words } from '@belvedere/contract/kit/text.ts'
import type { incidentState } from '@belvedere/contract/rooms/alarm/incident-enums.ts'
import type { AlarmLevel } from '../../alarm-type/api.ts'

/** One event of an incident, for notifications. */
export interface Incident {
  /** Of this event; increases. `incidentsAfter` returns the later ones. */
  news_id: number
  /** The same from the opening to the recovery. */
  id: number
  alarm_id: number
  scene_id: number
  scene_name: string
  type: string
  level: AlarmLevel
  /** Each state is notified at most once. */
  state: keyof typeof incidentState.id
  /** Unix seconds: of this event, and when the incident opened. */
  at: number
  since: number
  /** It is momentary: no recovery follows. */
  momentary: boolean
  /** The cause. */
  device_id: number
  device_name: string
  device_type: number
  sn: string
  /** Alarms explained by it: of devices reached through the cause. */
  children: number
  /** How often it recurred: it flaps. */
  cnt: number
  /** Name of the type and description. */
  words: { title: Words; text: Words }
}
