import { definePlan } from '../../../kit/routing/define-plan.ts'

export const plan = definePlan({
  will: { zh: '继续支付或取消未支付的订单。', en: 'Lets you pay or cancel open orders.' },
})
