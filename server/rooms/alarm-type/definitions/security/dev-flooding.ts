import { defineAlarmType } from '../../define-alarm-type.ts'

export const devFlooding = defineAlarmType({
  id: 'dev_flooding',
  level: 2,
  when: {
    zh: '设备持续上报过于频繁或数据量过大时触发，该设备的上报被减慢，不影响其他设备；十分钟内不再发生则结束。',
    en: 'Raised when a device keeps sending more messages or data than it may. It is slowed down, other devices are not. Ends after ten quiet minutes.',
  },
  hears: ['device.flooding'],
  heard: () => ({ key: 'messages', what: 'rises' }),
  text: () => ({
    zh: '设备上报过于频繁或数据量过大，已减慢接收',
    en: 'The device sends too much; it is read more slowly',
  }),
})
