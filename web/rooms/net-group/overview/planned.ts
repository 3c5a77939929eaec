import { definePlan } from '../../../kit/routing/define-plan.ts'

export const plan = definePlan({
  will: {
    zh: '汇总组网数量、在线节点、隧道质量与套餐用量。',
    en: 'Sums up groups, nodes online, tunnel quality and package usage.',
  },
})
