import { defineAlarmType } from '../../define-alarm-type.ts'
import { partEnds, partOf, partText } from '../../kinds/hardware.ts'

export const devFan = defineAlarmType({
  id: 'dev_fan',
  level: 1,
  when: {
    zh: `设备上报风扇告警时触发。${partEnds.zh}`,
    en: `Raised when a device reports a fan alarm. ${partEnds.en}`,
  },
  ...partOf('fan'),
  text: (params) => partText({ zh: '风扇', en: 'Fan' }, params),
})
