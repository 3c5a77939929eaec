import { definePublicScreen } from '../../../kit/routing/define-screen.ts'

/** Where the links of a message on alarms lead. */
export const screen = definePublicScreen({
  path: '/alarm/act',
  title: { zh: '处理告警', en: 'Handle alarms' },
})
