import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/config/user/log',
  title: { zh: '终端日志', en: 'Terminal log' },
  permission: ['terminal.read'],
  sceneBound: true,
  order: 22,
  planned: true,
})
