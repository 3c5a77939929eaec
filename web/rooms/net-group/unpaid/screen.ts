import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/sdWan/order/unpaid',
  title: { zh: '待支付订单', en: 'Unpaid orders' },
  permission: ['net-group.read'],
  order: 6,
  planned: true,
  help: 'sdwan',
})
