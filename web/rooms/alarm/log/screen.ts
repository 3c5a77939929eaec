import { BellRing } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/maintenance/alert/log',
  title: { zh: '告警日志', en: 'Alarm log' },
  permission: ['alarm.read'],
  sceneBound: true,
  order: 20,
  icon: BellRing,
})
