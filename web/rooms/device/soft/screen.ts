import { Server } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/config/device/soft',
  title: { zh: '软路由', en: 'Soft routers' },
  permission: ['device.read'],
  sceneBound: true,
  order: 5,
  icon: Server,
})
