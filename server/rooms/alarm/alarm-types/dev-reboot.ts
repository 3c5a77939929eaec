import { defineAlarmType } from '../define-alarm-type.ts'

export const devReboot = defineAlarmType({
  id: 'dev_reboot',
  words: { zh: '设备重启', en: 'Device rebooted' },
  level: 3,
  text: () => ({ zh: '设备已重新启动', en: 'The device started anew' }),
})
