import { Inbox } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/scene/share/my-receive',
  title: { zh: '收到的分享', en: 'Shared with me' },
  order: 9,
  icon: Inbox,
})
