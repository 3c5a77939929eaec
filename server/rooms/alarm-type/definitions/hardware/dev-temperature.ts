import { defineAlarmType } from '../../define-alarm-type.ts'
import { partEnds, partOf, partText } from '../../kinds/hardware.ts'

/** Key of the readings; alarms of the device have the names of its sensors. */
const MEASURED = ''

export const devTemperature = defineAlarmType({
  id: 'dev_temperature',
  level: 2,
  threshold: {
    words: { zh: '温度', en: 'Temperature' },
    unit: { zh: '℃', en: '°C' },
    usual: 90,
    strict: 80,
    least: 20,
    most: 150,
  },
  duration: { usual: 300, strict: 60, most: 86_400 },
  when: {
    zh: `设备最高温度持续达到阈值，或设备上报温度告警时触发；温度回落后结束。${partEnds.zh}`,
    en: `Raised when the hottest sensor of a device stays above the threshold, until it falls below; or when the device reports a temperature alarm. ${partEnds.en}`,
  },
  gauge: ({ facts: { temperature } }) =>
    temperature === undefined ? undefined : [{ key: MEASURED, value: temperature, params: { value: temperature } }],
  measures: (key) => key === MEASURED,
  ...partOf('temperature'),
  text(params, key) {
    if (key !== MEASURED || params.value === undefined) return partText({ zh: '温度', en: 'Temperature' }, params)
    const degrees = Math.round(Number(params.value))
    return { zh: `设备温度 ${degrees} ℃`, en: `The device is at ${degrees} °C` }
  },
})
