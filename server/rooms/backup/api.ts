export { backupBefore, backupUnkept } from './backup-before.ts'
export { BACKUP_TIME, askBackups, settleBackup, type BackupOrder } from './order-backup.ts'
