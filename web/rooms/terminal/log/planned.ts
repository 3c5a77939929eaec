import { definePlan } from '../../../kit/routing/define-plan.ts'

export const plan = definePlan({
  will: {
    zh: '按时间查询终端的上下线、漫游与流量记录。',
    en: 'Shows when terminals connected, roamed and disconnected, and their traffic.',
  },
})
