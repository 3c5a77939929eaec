import { definePlan } from '../../../kit/routing/define-plan.ts'

export const plan = definePlan({
  will: {
    zh: '查看应用与套餐的消费、续费与发票。',
    en: 'Shows what apps and packages cost, what is due, and invoices.',
  },
})
