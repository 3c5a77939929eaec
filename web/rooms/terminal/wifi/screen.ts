import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/config/user/online/wifi',
  title: { zh: '无线终端', en: 'Wireless terminals' },
  permission: ['terminal.read'],
  sceneBound: true,
  order: 21,
  planned: true,
})
