import type { backupCalls } from '@belvedere/contract/rooms/backup/backup.ts'
import type { RowOf } from '../../../kit/list/call-table.tsx'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import type { ListedDevice } from '../../device/api.tsx'

/** A device of the overview with its latest backup. */
export type FleetDevice = RowOf<typeof backupCalls.fleet>

/** One stored configuration. */
export type Backup = RowOf<typeof backupCalls.list>

export type Diff = AnswerOf<typeof backupCalls.diff>
export type BackupFileDiff = Diff['files'][number]

/** The device of backups: a row of either list. */
export type Subject = Pick<ListedDevice, 'id' | 'name' | 'sn' | 'scene_id' | 'online' | 'verbs'>
