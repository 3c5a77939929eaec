import { defineAlarmType } from '../../define-alarm-type.ts'

export const devUpgrade = defineAlarmType({
  id: 'dev_upgrade',
  level: 3,
  momentary: true,
  planned: ['upgrade'],
  when: {
    zh: '设备以另一个固件版本重新连接时提示。',
    en: 'Raised when a device reconnects with another firmware version.',
  },
  text: ({ from, to }) => ({
    zh: `固件由 ${String(from ?? '')} 变为 ${String(to ?? '')}`,
    en: `Firmware ${String(from ?? '')} became ${String(to ?? '')}`,
  }),
})
