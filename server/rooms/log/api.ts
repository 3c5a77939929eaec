export { jsonForLog } from './json-for-log.ts'
export { writeAuditEntries } from './store.ts'
