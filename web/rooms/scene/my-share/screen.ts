import { Share2 } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/scene/share/my-share',
  title: { zh: '我的分享', en: 'Shared by me' },
  permission: ['scene.share'],
  order: 8,
  icon: Share2,
})
