import { Contact } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/maintenance/alert/user/contacts',
  title: { zh: '告警联系人', en: 'Contacts' },
  permission: ['alarm.read'],
  order: 22,
  icon: Contact,
})
