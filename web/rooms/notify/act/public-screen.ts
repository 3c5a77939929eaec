import { definePublicScreen } from '../../../kit/routing/define-screen.ts'

/** Target of the links in a message about alarms. */
export const screen = definePublicScreen({
  path: '/alarm/act',
  title: { zh: '处理告警', en: 'Handle alarms' },
})
