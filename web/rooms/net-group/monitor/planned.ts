import { definePlan } from '../../../kit/routing/define-plan.ts'

export const plan = definePlan({
  will: {
    zh: '监控各场景之间隧道的时延、丢包与流量。',
    en: 'Watches delay, loss and traffic of the tunnels between scenes.',
  },
})
