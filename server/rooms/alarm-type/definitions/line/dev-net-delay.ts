import { delayOf } from '@belvedere/pure/network/line-quality.ts'
import { defineAlarmType } from '../../define-alarm-type.ts'

export const devNetDelay = defineAlarmType({
  id: 'dev_net_delay',
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
    zh: '设备与平台之间、监测点与第三方设备之间的往返时延，或设备在外网线路上探测的时延，持续达到阈值时触发；恢复后结束。',
    en: 'Raised when the round-trip time stays above the threshold: between device and platform, between monitor and third-party device, or as a device measures it over a WAN line. Ends when it falls below.',
  },
  gauge: ({ facts: { path, wans } }) => {
    const way = path === undefined ? [] : [{ key: '', value: path.rtt_ms }]
    const lines = (wans ?? []).flatMap(({ name, probes }) => {
      const value = delayOf(probes)
      return value === undefined ? [] : [{ key: name, value }]
    })
    return path || wans ? [...way, ...lines] : undefined
  },
  speaksOf: ({ facts: { path, wans } }, key) => (key === '' ? path : wans) !== undefined,
  text: ({ value }, key) => {
    const ms = Math.round(Number(value ?? 0))
    return {
      zh: `${key ? `外网口 ${key} ` : ''}往返时延 ${ms} 毫秒`,
      en: `Round-trip time${key && ` over ${key}`}: ${ms} ms`,
    }
  },
})
