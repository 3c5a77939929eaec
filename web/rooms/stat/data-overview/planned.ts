import { definePlan } from '../../../kit/define-plan.ts'

export const plan = definePlan({
  will: {
    zh: '按时段汇总场景的流量、终端与告警，并可与上一周期对比。',
    en: 'Sums up traffic, terminals and alarms of a scene, and compares periods.',
  },
})
