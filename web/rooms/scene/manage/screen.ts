import { Building2 } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/scene/manage/list',
  title: { zh: '场景列表', en: 'Scene list' },
  permission: ['scene.read'],
  order: 2,
  icon: Building2,
  help: 'home',
})
