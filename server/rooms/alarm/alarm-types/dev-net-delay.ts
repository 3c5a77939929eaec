import { defineAlarmType } from '../define-alarm-type.ts'

export const devNetDelay = defineAlarmType({
  id: 'dev_net_delay',
  words: { zh: '网络时延过高', en: 'High delay' },
  level: 1,
  threshold: {
    words: { zh: '往返时延', en: 'Round trip' },
    unit: { zh: '毫秒', en: 'ms' },
    usual: 300,
    strict: 150,
    least: 5,
    most: 10_000,
  },
  duration: { usual: 180, strict: 60, most: 86_400 },
  when: {
    zh: '设备与平台之间（第三方设备为监测点到设备）的往返时延持续达到阈值时触发；回落后结束。',
    en: 'Raised when the round trip between device and platform, or of the watch on a third-party device, stays above so much.',
  },
  gauge: ({ facts: { path } }) => (path?.rtt_ms === undefined ? undefined : [{ key: '', value: path.rtt_ms }]),
  text: ({ value }) => ({
    zh: `往返时延 ${Math.round(Number(value ?? 0))} 毫秒`,
    en: `The round trip takes ${Math.round(Number(value ?? 0))} ms`,
  }),
})
