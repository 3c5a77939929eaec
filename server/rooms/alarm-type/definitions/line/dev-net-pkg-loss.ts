import { lossOf } from '@belvedere/pure/network/line-quality.ts'
import { defineAlarmType } from '../../define-alarm-type.ts'

export const devNetPkgLoss = defineAlarmType({
  id: 'dev_net_pkg_loss',
  level: 1,
  threshold: {
    words: { zh: '丢包率', en: 'Share of packets' },
    unit: { zh: '%', en: '%' },
    usual: 5,
    strict: 1,
    least: 0.1,
    most: 100,
  },
  duration: { usual: 60, strict: 30, most: 86_400 },
  when: {
    zh: '设备在外网线路上探测的丢包率持续达到阈值时触发，每条线路单独告警；恢复后结束。不支持探测的设备不告警。',
    en: 'Raised for each WAN line when its measured packet loss stays above the threshold; ends when it falls below. Not raised for devices that cannot measure loss.',
  },
  gauge: ({ facts: { wans } }) =>
    wans?.flatMap(({ name, probes }) => {
      const value = lossOf(probes)
      return value === undefined ? [] : [{ key: name, value }]
    }),
  text: ({ value }, key) => ({
    zh: `外网口 ${key} 丢包率 ${Number(value ?? 0).toFixed(1)}%`,
    en: `Packet loss on ${key}: ${Number(value ?? 0).toFixed(1)} %`,
  }),
})
