import { defineRule, each } from '../../rule-kit/define-rule.ts'
import { isAp, present } from '../../view/scene-view.ts'

/** Of each radio. */
const MANY = 40

export const wifiCrowded = defineRule({
  code: 'wifi_crowded',
  group: 'wifi',
  level: 3,
  title: { zh: '单台 AP 终端过多', en: 'Many terminals on one access point' },
  advice: {
    zh: '增加 AP 或限制单射频接入数，让终端分散到相邻 AP。',
    en: 'Add access points, or limit the terminals of a radio so that they spread.',
  },
  evidence: { zh: '{total} 个终端', en: '{total} {total:terminal|terminals}' },
  place: '/config/user/online/wifi',
  evaluate(view) {
    const serving = present(view).filter((one) => isAp(one) && one.facts.radios?.length)
    return each(serving, ({ wireless: { total }, facts }) =>
      total > MANY * (facts.radios?.length ?? 1) ? { total } : undefined,
    )
  },
})
