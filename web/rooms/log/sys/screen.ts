import { ScrollText } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/maintenance/log/sys',
  title: { zh: '操作日志', en: 'Operations' },
  permission: ['log.read'],
  order: 30,
  icon: ScrollText,
})
