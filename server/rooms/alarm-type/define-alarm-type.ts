import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import type { Words } from '@belvedere/contract/kit/text.ts'
import type { alarmLevel } from '@belvedere/contract/rooms/alarm-type/enums.ts'
import type { AlarmTypeId } from '@belvedere/contract/rooms/alarm-type/titles.ts'
import type { DeviceEvent } from '@belvedere/drivers/kit/facts.ts'
import type { Db } from '../../kernel/db.ts'
import type { DeviceReport } from '../../devices/device-link.ts'
import type { WorkKind } from '../../devices/send-command.ts'

export type AlarmLevel = IdOf<typeof alarmLevel>

/** A number that decides, what it counts in and how far people may set it. */
export interface Threshold {
  readonly words: Words
  /** Behind the number: `%`, `ms`. */
  readonly unit: Words
  readonly usual: number
  readonly strict: number
  readonly least: number
  readonly most: number
  /** Wrong below it; most are wrong at and above theirs. */
  readonly below?: true
}

/** What the words of an alarm are made of, kept with it; of another version perhaps, so that any may be missing. */
export type AlarmParams = Readonly<Record<string, string | number | readonly string[] | undefined>>

/** One thing a report says of a condition. */
export interface ConditionReading {
  /** Which one of a kind: the name of a WAN. */
  key: string
  /** Compared with the threshold; without one anything above 0 is wrong. NaN: nobody knows, what is known stays. */
  value: number
  params?: Record<string, unknown>
}

/** What an event means for a type. */
export interface AlarmEffect {
  key: string
  /** `rises` and `clears` of what lasts; `counts`: one of so many within a minute; else it is over with the moment. */
  what: 'rises' | 'clears' | 'counts' | 'moment'
  /** Compared with the threshold; absent: it is wrong. */
  value?: number
  /** The severity reported by the device: counts unless the settings state a level. */
  level?: AlarmLevel
  /** The device's number of its own entry: ends what was raised by it, under any key. */
  ref?: string
  params?: Record<string, unknown>
}

/** A type of alarm: a file in `definitions/` with how grave it is, when it is raised and what it says. */
export interface AlarmType {
  /** As in the specification: `dev_offline`; the contract has its title. */
  readonly id: AlarmTypeId
  /** 0: off until somebody turns it on; it then has the level `on`. */
  readonly level: 0 | AlarmLevel
  readonly on?: AlarmLevel
  readonly threshold?: Threshold
  /** Seconds something must last; absent: it is a moment, or raised at once. */
  readonly duration?: { readonly usual: number; readonly strict: number; readonly most: number }
  /** Work that brings it with it: while such work is under way on the device, it is not told. */
  readonly planned?: readonly WorkKind[]
  /** It is over as soon as it happened. */
  readonly momentary?: true
  /** In one sentence: when it is raised, and when it ends. */
  readonly when: Words
  /** Reads what its readings need beside the reports of a batch. */
  prepare?(db: Db, reports: readonly DeviceReport[]): Promise<void>
  /** What a report says of it; undefined: nothing, and what is known stays. Looked at for every report: cheap. */
  gauge?(report: DeviceReport): readonly ConditionReading[] | undefined
  /** Of a type with both: which keys the reports speak of, and so end; all unless stated. */
  measures?(key: string): boolean
  /** Of a type whose reports differ: whether this one tells of a key, so that its silence ends an alarm; all do unless stated. */
  speaksOf?(report: DeviceReport, key: string): boolean
  /** Seconds without a further event after which an alarm of events only ends; ten minutes by default. */
  readonly quiet?: number
  /** Types of events it listens to. */
  readonly hears?: readonly string[]
  heard?(event: DeviceEvent): AlarmEffect | undefined
  /** What one says, from what was kept when it was raised; `key` tells which of a kind. */
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
