import { Wifi } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/config/device/ap',
  title: { zh: '无线 AP', en: 'Access points' },
  permission: ['device.read'],
  sceneBound: true,
  order: 3,
  icon: Wifi,
})
