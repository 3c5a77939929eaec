import type { Words } from '@belvedere/contract/kit/text.ts'
import type { incidentState } from '@belvedere/contract/rooms/alarm/incident-enums.ts'
import type { AlarmLevel } from '../../alarm-type/api.ts'

/** One word on one incident: what people are told. */
export interface Incident {
  /** Of this word; rises. `incidentsAfter` gives the later ones. */
  news_id: number
  /** The same from the opening to the recovery. */
  id: number
  alarm_id: number
  scene_id: number
  scene_name: string
  type: string
  level: AlarmLevel
  /** Each state is told at most once. */
  state: keyof typeof incidentState.id
  /** Unix seconds: of this word, and when the incident opened. */
  at: number
  since: number
  /** It is over with the moment: no recovery follows. */
  momentary: boolean
  /** The cause. */
  device_id: number
  device_name: string
  device_type: number
  sn: string
  /** Alarms that hang on it: devices reached through the cause. */
  children: number
  /** How often it came back: it flaps. */
  cnt: number
  /** Name of the type and what happened. */
  words: { title: Words; text: Words }
}
