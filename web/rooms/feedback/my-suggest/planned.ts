import { definePlan } from '../../../kit/define-plan.ts'

export const plan = definePlan({
  will: { zh: '查看已提交建议的处理进度。', en: 'Shows what became of your suggestions.' },
})
