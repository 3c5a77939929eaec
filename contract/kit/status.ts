import { defineEnum } from './define-enum.ts'

/** Whether something is switched on (generic status). */
export const genericStatus = defineEnum({
  disabled: { id: 0, zh: '停用', en: 'Off', tone: 'danger' },
  enabled: { id: 1, zh: '启用', en: 'On', tone: 'success' },
})
