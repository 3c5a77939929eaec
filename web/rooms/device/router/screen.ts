import { Router } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/config/device/router',
  title: { zh: '路由器', en: 'Routers' },
  permission: ['device.read'],
  sceneBound: true,
  order: 1,
  icon: Router,
})
