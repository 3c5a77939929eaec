import type { backupCalls } from '@belvedere/contract/rooms/backup/backup.ts'
import type { RowOf } from '../../../kit/list/call-table.tsx'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import type { ListedDevice } from '../../device/api.tsx'

/** A device of the fleet view, with its newest backup. */
export type FleetDevice = RowOf<typeof backupCalls.fleet>

/** One stored configuration. */
export type Backup = RowOf<typeof backupCalls.list>

export type Diff = AnswerOf<typeof backupCalls.diff>
export type BackupFileDiff = Diff['files'][number]

/** What backups are of: rows of either list will do. */
export type Subject = Pick<ListedDevice, 'id' | 'name' | 'sn' | 'scene_id' | 'online' | 'verbs'>
