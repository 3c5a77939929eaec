import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/sdWan/networking',
  title: { zh: '组网管理', en: 'Networking' },
  permission: ['net-group.read'],
  order: 2,
  planned: true,
  help: 'sdwan',
})
