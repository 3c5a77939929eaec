import { defineOrder } from '../task/api.ts'
import { requestBackups, BACKUP_TIME, type BackupOrder, settleBackup } from './order-backup.ts'
import { requireBackups } from './quota/backup.quota.ts'

export const backupOrder = defineOrder({
  kind: 'backup',
  plan(by, order) {
    const { source, note } = order
    const request = (task_id: number): BackupOrder => ({
      source,
      note,
      operator: by.operator,
      task_id,
      ask: `task ${task_id}`,
    })
    return {
      type: 'backup',
      timeout: BACKUP_TIME,
      order,
      admit: (devices) =>
        requireBackups(
          by,
          devices.map(({ scene_id }) => scene_id),
        ),
      prepare: (devices, task_id) => requestBackups(by.system, by.db, devices, request(task_id)),
      settle: (task_id, device, end) => settleBackup(by.system, request(task_id), device, end),
    }
  },
})
