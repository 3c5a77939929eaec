import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/app/store',
  title: { zh: '应用商店', en: 'App store' },
  permission: ['app-store.read'],
  order: 1,
  planned: true,
})
