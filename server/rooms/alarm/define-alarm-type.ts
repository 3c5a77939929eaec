import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import type { Words } from '@belvedere/contract/kit/text.ts'
import type { alarmLevel } from '@belvedere/contract/rooms/alarm/enums.ts'

export type Level = IdOf<typeof alarmLevel>

/** A type of alarm: a file in `alarm-types/` with what it is called, how grave it is and what it says. */
export interface AlarmType {
  /** As in the specification: `dev_offline`. */
  readonly id: string
  readonly words: Words
  readonly level: Level
  /** What one says, from what was kept when it was raised; `key` tells which of a kind. */
  text(params: Readonly<Record<string, unknown>>, key: string): Words
}

const mark = Symbol.for('belvedere.alarm-type')

export function defineAlarmType(type: AlarmType): AlarmType {
  Object.defineProperty(type, mark, { value: true })
  return type
}

export function isAlarmType(value: unknown): value is AlarmType {
  return typeof value === 'object' && value !== null && mark in value
}
