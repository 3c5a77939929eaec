import { definePlan } from '../../../kit/define-plan.ts'

export const plan = definePlan({
  will: {
    zh: '汇总场景、设备、终端与告警的总体情况，并列出待办事项。',
    en: 'Sums up scenes, devices, terminals and alarms, and lists what is waiting for you.',
  },
  meanwhile: { label: { zh: '查看全部设备', en: 'See all devices' }, to: '/global/device' },
})
