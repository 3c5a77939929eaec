export { backupBefore, backupUnkept } from './backup-before.ts'
