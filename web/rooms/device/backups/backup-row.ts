import type { backupCalls } from '@belvedere/contract/rooms/device/backup.ts'
import type { Answer } from '../../../kit/calls/call.ts'
import type { RowOf } from '../../../kit/list/call-table.tsx'
import type { Device } from '../device-table/device.ts'

/** A device of the fleet view, with its newest backup. */
export type FleetDevice = RowOf<typeof backupCalls.fleet>

/** One stored configuration. */
export type Backup = RowOf<typeof backupCalls.list>

export type Diff = Answer<typeof backupCalls.diff>
export type FileDiff = Diff['files'][number]

/** What backups are of: rows of either list will do. */
export type Subject = Pick<Device, 'id' | 'name' | 'sn' | 'scene_id' | 'online' | 'verbs'>
