import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/config/user/setup/black-list',
  title: { zh: '黑名单', en: 'Block list' },
  permission: ['terminal.read'],
  sceneBound: true,
  order: 23,
  planned: true,
})
