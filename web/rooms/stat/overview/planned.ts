import { definePlan } from '../../../kit/define-plan.ts'

export const plan = definePlan({
  will: {
    zh: '以整屏地图和滚动告警展示全部场景的在线、流量与终端情况。',
    en: 'Shows all scenes on one wall display: a map, who is online, traffic, terminals and the latest alarms.',
  },
  meanwhile: { label: { zh: '查看全部设备', en: 'See all devices' }, to: '/global/device' },
})
