import { BrickWallShield } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/config/device/firewall',
  title: { zh: '防火墙', en: 'Firewalls' },
  permission: ['device.read'],
  sceneBound: true,
  order: 2,
  icon: BrickWallShield,
})
