import { definePlan } from '../../../kit/routing/define-plan.ts'

export const plan = definePlan({
  will: {
    zh: '禁止指定终端接入，可设置范围与期限。',
    en: 'Keeps terminals off the network, everywhere or for a while.',
  },
})
