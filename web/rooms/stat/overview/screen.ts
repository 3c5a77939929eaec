import { ChartLine } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/data/overview',
  title: { zh: '数据概览', en: 'Overview' },
  permission: ['stat.read'],
  icon: ChartLine,
  sceneBound: true,
  order: 1,
})
