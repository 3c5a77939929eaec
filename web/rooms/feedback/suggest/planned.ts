import { definePlan } from '../../../kit/define-plan.ts'

export const plan = definePlan({
  will: { zh: '提交功能、体验与产品方面的建议。', en: 'Lets you send suggestions about features, use and product.' },
})
