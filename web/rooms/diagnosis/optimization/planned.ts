import { definePlan } from '../../../kit/define-plan.ts'

export const plan = definePlan({
  will: {
    zh: '计算并下发更合适的信道、频宽与功率。',
    en: 'Plans better channels, widths and power, and applies them.',
  },
})
