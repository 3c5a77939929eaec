import { defineRule, each } from '../../rule-kit/define-rule.ts'
import { radiosOn } from '../../rule-kit/radio-rules.ts'

export const wifiWide24 = defineRule({
  code: 'wifi_wide_24',
  group: 'wifi',
  level: 2,
  title: { zh: '2.4G 使用 40 MHz 频宽', en: '40 MHz wide at 2.4 GHz' },
  advice: {
    zh: '2.4G 只有约 80 MHz，40 MHz 会占去一半；请改为 20 MHz。',
    en: 'The band has some 80 MHz, so one radio takes half of it; use 20 MHz.',
  },
  evidence: { zh: '信道 {channel}，频宽 {width} MHz', en: 'Channel {channel}, {width} MHz' },
  place: '/maintenance/diagnosis/optimization',
  evaluate: (view) =>
    each(radiosOn(view, '2.4G'), ({ facts }) => {
      const wide = facts.radios?.find(({ band, width_mhz }) => band === '2.4G' && width_mhz > 20)
      return wide ? { channel: wide.channel, width: wide.width_mhz } : undefined
    }),
  fix: () => [{ kind: 'radio', key: '2g', set: { bandwidth: '20' } }],
})
