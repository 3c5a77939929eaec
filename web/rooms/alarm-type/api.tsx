export { dayOf, everyDay, timeText } from './config/draft.ts'
export { TimeField } from './config/quiet-fields.tsx'
