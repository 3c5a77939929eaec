import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/sdWan/overview',
  title: { zh: '组网概览', en: 'Overview' },
  permission: ['net-group.read'],
  order: 1,
  planned: true,
  help: 'sdwan',
})
