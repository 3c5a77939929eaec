import { lossOf } from '@belvedere/pure/line-quality.ts'
import { defineAlarmType } from '../define-alarm-type.ts'

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
    zh: '设备在外网线路上探测所得的丢包率持续达到阈值时触发，每条线路单独告警；回落后结束。不能探测的设备不告警。',
    en: 'Raised for each line when the loss a device measures over it stays above so much; ends when it falls. A device that measures none raises none.',
  },
  gauge: ({ facts: { wans } }) =>
    wans?.flatMap(({ name, probes }) => {
      const value = lossOf(probes)
      return value === undefined ? [] : [{ key: name, value }]
    }),
  text: ({ value }, key) => ({
    zh: `外网口 ${key} 丢包率 ${Number(value ?? 0).toFixed(1)}%`,
    en: `${key} loses ${Number(value ?? 0).toFixed(1)} % of its packets`,
  }),
})
