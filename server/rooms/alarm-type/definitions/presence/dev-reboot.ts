import { restarting } from '../../../topology/api.ts'
import { defineAlarmType } from '../../define-alarm-type.ts'

export const devReboot = defineAlarmType({
  id: 'dev_reboot',
  level: 3,
  momentary: true,
  planned: restarting,
  when: {
    zh: '设备上报的运行时长从头计起时提示。',
    en: 'Reported when the uptime of a device starts again from zero.',
  },
  text: () => ({ zh: '设备已重新启动', en: 'The device restarted' }),
})
