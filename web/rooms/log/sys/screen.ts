import { ScrollText } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/maintenance/log/sys',
  title: { zh: '操作日志', en: 'Operations' },
  tabTitles: { devices: { zh: '设备日志', en: 'Device logs' } },
  permission: ['log.read'],
  order: 30,
  icon: ScrollText,
})
