import type { groupCalls } from '@belvedere/contract/rooms/device/group.ts'
import type { RowOf } from '../../../kit/call-table.tsx'

export type Group = RowOf<typeof groupCalls.list>

/** What the page has open over its list. */
export type Open = { what: 'edit'; group?: Group } | { what: 'members' | 'timers' | 'configure'; group: Group }
