import { MailCheck } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

/** Listed in the avatar menu of administrators of the installation. */
export const screen = defineScreen({
  path: '/account/outbox',
  title: { zh: '发件箱', en: 'Outbox' },
  permission: ['account.outbox'],
  order: 9,
  icon: MailCheck,
})
