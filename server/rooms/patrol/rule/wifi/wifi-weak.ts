import { defineRule, each } from '../../rule-kit/define-rule.ts'
import { present } from '../../view/scene-view.ts'

/** Minimum terminals for a meaningful share, and the share that is too large. */
const FEW = 5
const SHARE = 0.3

export const wifiWeak = defineRule({
  code: 'wifi_weak',
  group: 'wifi',
  level: 2,
  title: { zh: '弱信号终端偏多', en: 'Many terminals with a weak signal' },
  advice: {
    zh: '在信号弱的区域补 AP，或提高功率、开启漫游引导。',
    en: 'Add an access point where they are, or raise the power and steer them.',
  },
  evidence: {
    zh: '{weak} / {total} 个终端低于 -75 dBm',
    en: '{weak} of {total} {total:terminal|terminals} below -75 dBm',
  },
  place: '/config/user/online/wifi',
  evaluate(view) {
    const serving = present(view).filter(({ wireless }) => wireless.total >= FEW)
    return each(serving, ({ wireless: { weak, total } }) => (weak / total > SHARE ? { weak, total } : undefined))
  },
})
