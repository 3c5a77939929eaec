import { definePlan } from '../../../kit/define-plan.ts'

export const plan = definePlan({
  will: { zh: '设置告警类型的级别、阈值与通知方式。', en: 'Sets level, threshold and notices of each type of alarm.' },
})
