import { Group } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/config/group',
  title: { zh: '设备分组', en: 'Device groups' },
  permission: ['device.read'],
  order: 10,
  icon: Group,
})
