import { ChartColumn } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/data/alarm',
  title: { zh: '告警数据', en: 'Alarms' },
  permission: ['stat.read'],
  icon: ChartColumn,
  sceneBound: true,
  order: 4,
})
