import { definePlan } from '../../../kit/routing/define-plan.ts'

export const plan = definePlan({
  will: { zh: '查看组网套餐的订单与支付记录。', en: 'Lists the orders and payments of packages.' },
})
