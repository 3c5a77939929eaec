import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import type { Words } from '@belvedere/contract/kit/text.ts'
import type { alarmLevel } from '@belvedere/contract/rooms/alarm-type/enums.ts'
import type { AlarmTypeId } from '@belvedere/contract/rooms/alarm-type/titles.ts'
import type { DeviceEvent } from '@belvedere/drivers/kit/facts.ts'
import type { Db } from '../../kernel/db.ts'
import type { DeviceReport } from '../../devices/device-link.ts'
import type { WorkKind } from '../../devices/send-command.ts'

export type AlarmLevel = IdOf<typeof alarmLevel>

/** A threshold with its unit and its range. */
export interface Threshold {
  readonly words: Words
  /** `%`, `ms`. */
  readonly unit: Words
  readonly usual: number
  readonly strict: number
  readonly least: number
  readonly most: number
  /** Values below it are wrong; without it values at and above it are. */
  readonly below?: true
}

/** The values in the text of an alarm, stored with it; those of an older version may lack some. */
export type AlarmParams = Readonly<Record<string, string | number | readonly string[] | undefined>>

/** One reading of a condition in a report. */
export interface ConditionReading {
  /** Which of several: the name of a WAN. */
  key: string
  /** Compared with the threshold; without one anything above 0 is wrong. NaN: unknown, the state stays as it is. */
  value: number
  params?: Record<string, unknown>
}

/** The effect of an event on a type. */
export interface AlarmEffect {
  key: string
  /** `rises` and `clears` of lasting conditions; `counts`: one of several within a minute; `moment`: momentary. */
  what: 'rises' | 'clears' | 'counts' | 'moment'
  /** Compared with the threshold; absent: the condition holds. */
  value?: number
  /** The severity reported by the device: used unless the settings state a level. */
  level?: AlarmLevel
  /** The device's number of the entry: clears the alarm that was raised with it, under any key. */
  ref?: string
  params?: Record<string, unknown>
}

/** A type of alarm, a file in `definitions/`: its level, when it is raised, its text. */
export interface AlarmType {
  /** As in the specification: `dev_offline`; the contract contains its title. */
  readonly id: AlarmTypeId
  /** 0: off by default; when turned on it has the level `on`. */
  readonly level: 0 | AlarmLevel
  readonly on?: AlarmLevel
  readonly threshold?: Threshold
  /** Seconds for which the condition must last; absent: it is momentary, or raised immediately. */
  readonly duration?: { readonly usual: number; readonly strict: number; readonly most: number }
  /** Work that causes it: while such work is running on the device, it is not raised. */
  readonly planned?: readonly WorkKind[]
  /** It has no duration. */
  readonly momentary?: true
  /** When it is raised and when it ends, in one sentence. */
  readonly when: Words
  /** Reads from the database what `gauge` needs in addition to the reports of a batch. */
  prepare?(db: Db, reports: readonly DeviceReport[]): Promise<void>
  /** Readings of a report; undefined: none, and the state stays. Called for every report: must be cheap. */
  gauge?(report: DeviceReport): readonly ConditionReading[] | undefined
  /** For a type with reports and events: the keys that the reports measure, and so end; all by default. */
  measures?(key: string): boolean
  /**
   * For a type whose reports differ: whether this report covers a key, so that a missing reading ends the alarm; all do
   * by default.
   */
  speaksOf?(report: DeviceReport, key: string): boolean
  /** Seconds without a further event after which an alarm that only events raise ends; ten minutes by default. */
  readonly quiet?: number
  /** Types of events that it handles. */
  readonly hears?: readonly string[]
  heard?(event: DeviceEvent): AlarmEffect | undefined
  /** The text of an alarm from its stored values and its `key`. */
  text(params: AlarmParams, key: string): Words
}

const mark = Symbol.for('belvedere.alarm-type')

export function defineAlarmType(type: AlarmType): AlarmType {
  Object.defineProperty(type, mark, { value: true })
  return type
}

export function isAlarmType(value: unknown): value is AlarmType {
  return typeof value === 'object' && value !== null && mark in value
}
