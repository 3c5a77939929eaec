import { FileText } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/scene/topology/report',
  title: { zh: '网络报告', en: 'Report' },
  permission: ['report.read'],
  sceneBound: true,
  order: 1,
  icon: FileText,
})
