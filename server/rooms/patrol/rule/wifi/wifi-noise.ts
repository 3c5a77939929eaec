import { defineRule, each, named } from '../../rule-kit/define-rule.ts'
import { present } from '../../view/scene-view.ts'

/** dBm. */
const LOUD = -80

export const wifiNoise = defineRule({
  code: 'wifi_noise',
  group: 'wifi',
  level: 2,
  title: { zh: '无线噪声过高', en: 'Noise on the air' },
  advice: {
    zh: '附近可能有微波炉、无线图传等干扰源；更换信道或移除干扰源。',
    en: 'A source nearby interferes: a microwave oven, a wireless camera. Change the channel or remove the source.',
  },
  evidence: { zh: '{radios}', en: '{radios}' },
  place: '/maintenance/diagnosis/optimization',
  evaluate(view) {
    const known = present(view).filter(({ facts }) => facts.radios?.some(({ noise_dbm }) => noise_dbm !== undefined))
    return each(known, ({ facts }) => {
      const loud = (facts.radios ?? []).filter(({ noise_dbm = -200 }) => noise_dbm > LOUD)
      return loud.length > 0
        ? { radios: named(loud.map(({ band, channel, noise_dbm }) => `${band} ch ${channel}: ${noise_dbm} dBm`)) }
        : undefined
    })
  },
})
