import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/itms/config',
  title: { zh: '配置模板', en: 'Templates' },
  permission: ['itms.read'],
  order: 2,
  planned: true,
})
