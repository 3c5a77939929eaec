import { defineAlarmType } from '../../define-alarm-type.ts'

export const devMemory = defineAlarmType({
  id: 'dev_memory',
  level: 2,
  threshold: {
    words: { zh: '内存占用', en: 'Memory in use' },
    unit: { zh: '%', en: '%' },
    usual: 90,
    strict: 80,
    least: 10,
    most: 100,
  },
  when: {
    zh: '设备自检上报的内存占用达到阈值时触发；回落后结束。',
    en: 'Raised when the memory usage reported by the health check of a device reaches the threshold; ends when it falls below.',
  },
  gauge: ({ facts: { memory_used: value } }) =>
    value === undefined ? undefined : [{ key: '', value, params: { value } }],
  hears: ['health.memory'],
  // the device raises it at its own 90 %; for a higher threshold only the checks count
  heard: ({ data = {} }) =>
    typeof data['used'] === 'number'
      ? { key: '', what: 'rises', value: data['used'], params: { value: data['used'] } }
      : undefined,
  text: ({ value }) => ({
    zh: `内存占用 ${Math.round(Number(value ?? 0))}%`,
    en: `${Math.round(Number(value ?? 0))} % of the memory is in use`,
  }),
})
