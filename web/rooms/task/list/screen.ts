import { ListChecks } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/maintenance/log/task',
  title: { zh: '任务日志', en: 'Tasks' },
  permission: ['log.read'],
  order: 31,
  icon: ListChecks,
})
