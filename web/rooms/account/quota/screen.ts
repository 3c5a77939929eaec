import { Gauge } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

/** Listed in the avatar menu of administrators of the installation. */
export const screen = defineScreen({
  path: '/account/quota',
  title: { zh: '团队配额', en: 'Team quotas' },
  permission: ['account.quota'],
  order: 10,
  icon: Gauge,
})
