import { Bot } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/maintenance/alert/user/robot',
  title: { zh: '告警机器人', en: 'Robots' },
  permission: ['alarm.read'],
  order: 23,
  icon: Bot,
})
