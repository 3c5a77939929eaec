import { definePlan } from '../../../kit/define-plan.ts'

export const plan = definePlan({
  will: {
    zh: '查看全部设备的备份情况，比较、下载与恢复备份。',
    en: 'Shows how well all devices are backed up, to compare, download and restore.',
  },
  meanwhile: { label: { zh: '在设备行的“备份”中操作', en: "Use Backups in a device's row" }, to: '/global/device' },
})
