import { definePublicScreen } from '../../../kit/routing/define-screen.ts'

/** Target of the unsubscribe link in an e-mail. */
export const screen = definePublicScreen({
  path: '/alarm/leave',
  title: { zh: '退订告警邮件', en: 'Unsubscribe from alarms' },
})
