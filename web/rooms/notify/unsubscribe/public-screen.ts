import { definePublicScreen } from '../../../kit/routing/define-screen.ts'

/** Where the link at the end of a mail leads. */
export const screen = definePublicScreen({
  path: '/alarm/leave',
  title: { zh: '退订告警邮件', en: 'Unsubscribe from alarms' },
})
