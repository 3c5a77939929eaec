import { defineRule, each } from '../../rule-kit/define-rule.ts'
import { radiosOn } from '../../rule-kit/radio-rules.ts'

const clear = [1, 6, 11]

export const wifiChannel24 = defineRule({
  code: 'wifi_channel_24',
  group: 'wifi',
  level: 3,
  title: { zh: '2.4G 信道与相邻信道重叠', en: '2.4 GHz channel overlaps its neighbours' },
  advice: {
    zh: '2.4G 只用 1、6、11，其他信道会同时干扰两边；也可在网络优化中整体规划。',
    en: 'At 2.4 GHz use only channels 1, 6 and 11; others interfere with two of them. The optimization plans all access points together.',
  },
  evidence: { zh: '信道 {channel}', en: 'Channel {channel}' },
  place: '/maintenance/diagnosis/optimization',
  evaluate(view) {
    const radios = radiosOn(view, '2.4G')
    return each(radios, (device) => {
      const odd = (device.facts.radios ?? []).find(({ band, channel }) => band === '2.4G' && !clear.includes(channel))
      return odd ? { channel: odd.channel } : undefined
    })
  },
  fix({ facts }) {
    const radio = facts.radios?.find(({ band }) => band === '2.4G')
    if (!radio) return []
    const nearest = clear.toSorted((a, b) => Math.abs(a - radio.channel) - Math.abs(b - radio.channel))[0]
    return [{ kind: 'radio', key: '2g', set: { channel: nearest } }]
  },
})
