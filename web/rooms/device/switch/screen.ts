import { EthernetPort } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/config/device/switch',
  title: { zh: '交换机', en: 'Switches' },
  permission: ['device.read'],
  sceneBound: true,
  order: 4,
  icon: EthernetPort,
})
