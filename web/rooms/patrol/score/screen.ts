import { ShieldCheck } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/maintenance/diagnosis/patrol',
  title: { zh: '网络巡检', en: 'Patrol' },
  permission: ['scene.read'],
  sceneBound: true,
  order: 1,
  icon: ShieldCheck,
})
