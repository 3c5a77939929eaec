import { definePlan } from '../../../kit/define-plan.ts'

export const plan = definePlan({
  will: { zh: '统计告警趋势、类型与设备排行。', en: 'Shows the trend of alarms and ranks types and devices.' },
})
