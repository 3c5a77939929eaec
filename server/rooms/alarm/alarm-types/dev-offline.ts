import { defineAlarmType } from '../define-alarm-type.ts'

export const devOffline = defineAlarmType({
  id: 'dev_offline',
  words: { zh: '设备离线', en: 'Device offline' },
  level: 1,
  duration: { usual: 60, strict: 15, most: 86_400 },
  when: {
    zh: '设备失去连接达到设定时长时触发；下级设备同时失联则 10 秒即触发，并只通知最上级的那一台。重新连接后恢复。',
    en: 'Raised when a device is not connected for so long; after ten seconds when what hangs on it is gone too, and then told of the uppermost alone. Ends when it is connected.',
  },
  text: () => ({ zh: '设备与平台失去连接', en: 'The device is not connected' }),
})
