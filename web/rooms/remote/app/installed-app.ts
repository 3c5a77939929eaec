import type { appCalls } from '@belvedere/contract/rooms/remote/app.ts'
import type { RowOf } from '../../../kit/calls/all-rows.ts'

export type InstalledApp = RowOf<typeof appCalls.installed>
