import type { shareCalls } from '@belvedere/contract/rooms/scene/share.ts'
import type { RowOf } from '../../../kit/calls/all-rows.ts'

export type ListedReceivedShare = RowOf<typeof shareCalls.receive>
