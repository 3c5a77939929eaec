import { taskResult } from '@belvedere/contract/rooms/task/enums.ts'
import type { taskCalls } from '@belvedere/contract/rooms/task/task.ts'
import type { RowOf } from '../../kit/list/call-table.tsx'

export type OwnTask = RowOf<typeof taskCalls.list>

/** What the tray asks for: those that run and the latest that ended, as many as one looks through. */
export const ownTasks = { mine: 1, limit: 20 } as const

export function isRunning({ result }: OwnTask): boolean {
  return result === taskResult.id.running
}
