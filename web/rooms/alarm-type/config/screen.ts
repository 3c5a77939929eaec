import { SlidersHorizontal } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/maintenance/alert/set',
  title: { zh: '告警设置', en: 'Alarm settings' },
  permission: ['config.read'],
  sceneBound: true,
  order: 21,
  icon: SlidersHorizontal,
})
