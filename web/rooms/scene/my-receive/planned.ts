import { definePlan } from '../../../kit/define-plan.ts'

export const plan = definePlan({
  will: { zh: '查看并处理他人分享给您的场景。', en: 'Lists the scenes others share with you, to receive or refuse.' },
})
