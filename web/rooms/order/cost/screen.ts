import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/order/cost',
  title: { zh: '费用中心', en: 'Cost' },
  permission: ['order.read'],
  order: 1,
  planned: true,
})
