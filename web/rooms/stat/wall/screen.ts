import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/overview',
  title: { zh: '监控大屏', en: 'Wall display' },
  permission: ['stat.read'],
  hidden: true,
  full: true,
})
