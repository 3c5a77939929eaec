import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/home/index',
  title: { zh: '首页', en: 'Home' },
  permission: ['stat.read'],
  order: 1,
  help: 'home',
})
