import { Lightbulb } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/support/suggest',
  title: { zh: '意见反馈', en: 'Suggest' },
  order: 1,
  icon: Lightbulb,
})
