import type { taskCalls } from '@belvedere/contract/rooms/task/task.ts'
import type { RowOf } from '../../../kit/list/call-table.tsx'

export type ListedTask = RowOf<typeof taskCalls.list>
