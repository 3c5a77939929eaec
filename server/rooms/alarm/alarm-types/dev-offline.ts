import { defineAlarmType } from '../define-alarm-type.ts'

export const devOffline = defineAlarmType({
  id: 'dev_offline',
  words: { zh: '设备离线', en: 'Device offline' },
  level: 1,
  text: () => ({ zh: '设备与平台失去连接', en: 'The device is not connected' }),
})
