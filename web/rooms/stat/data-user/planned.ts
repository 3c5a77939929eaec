import { definePlan } from '../../../kit/define-plan.ts'

export const plan = definePlan({
  will: {
    zh: '统计终端的流量、在线时长、厂商与系统分布。',
    en: 'Ranks terminals by traffic and time online, and counts makers and systems.',
  },
})
