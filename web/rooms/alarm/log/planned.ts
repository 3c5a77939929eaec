import { definePlan } from '../../../kit/define-plan.ts'

export const plan = definePlan({
  will: { zh: '集中查看并处理设备告警。', en: 'Lists the alarms of devices, to solve or ignore.' },
  meanwhile: {
    label: { zh: '在设备列表中查看离线设备', en: 'See offline devices in the device list' },
    to: '/global/device',
  },
})
