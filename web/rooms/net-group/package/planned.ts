import { definePlan } from '../../../kit/routing/define-plan.ts'

export const plan = definePlan({
  will: { zh: '购买、续费组网套餐并分配给组网。', en: 'Lets you buy and renew packages and assign them to groups.' },
})
