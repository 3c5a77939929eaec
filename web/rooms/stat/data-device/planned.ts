import { definePlan } from '../../../kit/define-plan.ts'

export const plan = definePlan({
  will: {
    zh: '统计设备的型号、版本、在线率与负载。',
    en: 'Counts models and versions, and shows availability and load of devices.',
  },
  meanwhile: {
    label: { zh: '在设备详情的“概览”中查看负载趋势', en: 'See the load of a device in its details' },
    to: '/config/device/router',
  },
})
