import { RadioTower } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/maintenance/diagnosis/optimization',
  title: { zh: '网络优化', en: 'Optimization' },
  permission: ['scene.read'],
  sceneBound: true,
  order: 2,
  icon: RadioTower,
})
