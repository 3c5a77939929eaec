import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/itms/business',
  title: { zh: '业务模板', en: 'Services' },
  permission: ['itms.read'],
  order: 3,
  planned: true,
})
