import type { changeCalls } from '@belvedere/contract/rooms/change/change.ts'
import type { RowOf } from '../../../kit/calls/all-rows.ts'

export type ChangeItem = RowOf<typeof changeCalls.item>
