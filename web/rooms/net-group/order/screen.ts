import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/sdWan/order/list',
  title: { zh: '订单列表', en: 'All orders' },
  permission: ['net-group.read'],
  order: 5,
  planned: true,
  help: 'sdwan',
})
