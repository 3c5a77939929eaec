import { UserRound } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/account/info',
  title: { zh: '个人信息', en: 'Profile' },
  order: 1,
  icon: UserRound,
  help: 'account',
})
