import { Tags } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/scene/group',
  title: { zh: '场景分组', en: 'Scene groups' },
  permission: ['scene.read'],
  order: 3,
  icon: Tags,
})
