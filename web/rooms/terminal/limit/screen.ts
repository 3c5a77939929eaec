import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/config/user/setup/limit',
  title: { zh: '终端限速', en: 'Rate limits' },
  permission: ['terminal.read'],
  sceneBound: true,
  order: 24,
  planned: true,
})
