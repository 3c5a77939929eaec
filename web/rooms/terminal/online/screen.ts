import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/config/user/online/all',
  title: { zh: '全部终端', en: 'All terminals' },
  permission: ['terminal.read'],
  sceneBound: true,
  order: 20,
  planned: true,
})
