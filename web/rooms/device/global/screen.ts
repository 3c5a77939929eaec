import { Boxes } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/global/device',
  title: { zh: '全部设备', en: 'All devices' },
  permission: ['device.read'],
  sceneBound: true,
  allScenes: true,
  order: 1,
  icon: Boxes,
})
