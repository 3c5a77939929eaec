import { GitCompareArrows } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/config/change',
  title: { zh: '变更单', en: 'Change sets' },
  permission: ['change.read'],
  order: 20,
  icon: GitCompareArrows,
  badge: 'new',
})
