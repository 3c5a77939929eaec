import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import type { logCalls } from '@belvedere/contract/rooms/alarm/log.ts'

export type ListedAlarm = Out<typeof logCalls.list>['list'][number]

/** Duration in seconds so far. */
export const lasted = ({ last_at, ended_at }: Pick<ListedAlarm, 'last_at' | 'ended_at'>, now: number) =>
  Math.max(0, (ended_at ?? now) - last_at)
