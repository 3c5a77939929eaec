import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/sdWan/monitor',
  title: { zh: '组网监控', en: 'Monitor' },
  permission: ['net-group.read'],
  order: 3,
  planned: true,
  help: 'sdwan',
})
