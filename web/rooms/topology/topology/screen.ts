import { Network } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/scene/topology/index',
  title: { zh: '网络拓扑', en: 'Topology' },
  permission: ['scene.read'],
  icon: Network,
  sceneBound: true,
  order: 1,
})
