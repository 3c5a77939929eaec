import { taskResult } from '@belvedere/contract/rooms/task/enums.ts'
import type { taskCalls } from '@belvedere/contract/rooms/task/task.ts'
import type { RowOf } from '../../kit/list/call-table.tsx'

export type OwnTask = RowOf<typeof taskCalls.list>

/** Tasks of the tray: running ones and the latest finished ones, up to the limit of the list. */
export const ownTasks = { mine: 1, limit: 20 } as const

export function isRunning({ result }: OwnTask): boolean {
  return result === taskResult.id.running
}
