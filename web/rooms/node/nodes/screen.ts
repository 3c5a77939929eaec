import { Server } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

/** Listed in the avatar menu of administrators of the installation. */
export const screen = defineScreen({
  path: '/account/nodes',
  title: { zh: '系统节点', en: 'Nodes' },
  permission: ['node.manage'],
  order: 12,
  icon: Server,
})
