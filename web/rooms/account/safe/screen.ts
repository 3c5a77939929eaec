import { ShieldCheck } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/account/safe',
  title: { zh: '账户安全', en: 'Security' },
  order: 2,
  icon: ShieldCheck,
  help: 'account',
})
