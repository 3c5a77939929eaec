import { MonitorSmartphone } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/data/user',
  title: { zh: '终端数据', en: 'Terminals' },
  permission: ['stat.read'],
  icon: MonitorSmartphone,
  sceneBound: true,
  order: 2,
})
