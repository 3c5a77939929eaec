import { definePlan } from '../../../kit/define-plan.ts'

export const plan = definePlan({
  will: {
    zh: '按周期生成场景的设备清单、链路质量与风险报告。',
    en: "Reports a scene's inventory, link quality and risks for a period of your choice.",
  },
})
