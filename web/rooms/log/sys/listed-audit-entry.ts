import type { sysCalls } from '@belvedere/contract/rooms/log/sys.ts'
import type { RowOf } from '../../../kit/calls/all-rows.ts'

export type ListedAuditEntry = RowOf<typeof sysCalls.list>
