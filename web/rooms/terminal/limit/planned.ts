import { definePlan } from '../../../kit/routing/define-plan.ts'

export const plan = definePlan({
  will: {
    zh: '按终端或时段限制上下行速率。',
    en: 'Limits the upload and download rate of terminals, also by time of day.',
  },
})
