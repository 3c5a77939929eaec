import { defineRule, each, named } from '../../rule-kit/define-rule.ts'
import { present } from '../../view/scene-view.ts'

/** Percent of the time. */
const MUCH = 70

export const wifiBusy = defineRule({
  code: 'wifi_busy',
  group: 'wifi',
  level: 2,
  title: { zh: '无线信道繁忙', en: 'Busy air' },
  advice: {
    zh: '用网络优化换到更空的信道；终端过多时增加 AP 并降低功率。',
    en: 'Move to a quieter channel with the optimization; with many terminals add access points at less power.',
  },
  evidence: { zh: '{radios}', en: '{radios}' },
  place: '/maintenance/diagnosis/optimization',
  evaluate(view) {
    const known = present(view).filter(({ facts }) =>
      facts.radios?.some(({ utilisation }) => utilisation !== undefined),
    )
    return each(known, ({ facts }) => {
      const busy = (facts.radios ?? []).filter(({ utilisation = 0 }) => utilisation >= MUCH)
      return busy.length > 0
        ? {
            radios: named(
              busy.map(({ band, channel, utilisation = 0 }) => `${band} ch ${channel}: ${Math.round(utilisation)}%`),
            ),
          }
        : undefined
    })
  },
})
