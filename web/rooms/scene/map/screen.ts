import { MapPinned } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/scene/manage/map',
  title: { zh: '场景地图', en: 'Scene map' },
  permission: ['scene.read'],
  icon: MapPinned,
  badge: 'new',
  order: 3,
})
