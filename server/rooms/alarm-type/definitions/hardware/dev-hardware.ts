import { defineAlarmType } from '../../define-alarm-type.ts'
import { partEnds, partOf, partText } from '../../kinds/hardware.ts'

export const devHardware = defineAlarmType({
  id: 'dev_hardware',
  level: 2,
  when: {
    zh: `设备上报风扇、电源和温度以外的告警时触发。${partEnds.zh}`,
    en: `Raised when a device reports an alarm other than of fans, power supplies and temperature. ${partEnds.en}`,
  },
  ...partOf('other'),
  text: (params) => partText({ zh: '设备上报', en: 'Reported' }, params),
})
