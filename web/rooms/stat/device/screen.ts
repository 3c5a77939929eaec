import { ChartPie } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/data/device',
  title: { zh: '设备数据', en: 'Devices' },
  permission: ['stat.read'],
  icon: ChartPie,
  sceneBound: true,
  order: 3,
})
