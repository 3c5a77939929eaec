import { defineAlarmType } from '../../define-alarm-type.ts'
import { partEnds, partOf, partText } from '../../kinds/hardware.ts'

export const devPower = defineAlarmType({
  id: 'dev_power',
  level: 1,
  when: {
    zh: `设备上报电源模块告警时触发。${partEnds.zh}`,
    en: `Raised when a device reports a power supply alarm. ${partEnds.en}`,
  },
  ...partOf('power'),
  text: (params) => partText({ zh: '电源', en: 'Power supply' }, params),
})
