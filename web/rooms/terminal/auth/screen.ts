import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/config/user/auth',
  title: { zh: '终端认证', en: 'Authentication' },
  permission: ['terminal.read'],
  sceneBound: true,
  order: 25,
  planned: true,
})
