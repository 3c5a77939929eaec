import { MessagesSquare } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/support/mySuggest',
  title: { zh: '我的反馈', en: 'My suggestions' },
  order: 2,
  icon: MessagesSquare,
})
