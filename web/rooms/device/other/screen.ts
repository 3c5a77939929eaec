import { Box } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/config/device/other',
  title: { zh: '其他设备', en: 'Other devices' },
  permission: ['device.read'],
  sceneBound: true,
  order: 6,
  icon: Box,
})
