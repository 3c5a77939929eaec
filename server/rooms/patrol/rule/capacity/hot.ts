import { defineRule, each } from '../../rule-kit/define-rule.ts'
import { present } from '../../view/scene-view.ts'

export const hot = defineRule({
  code: 'hot',
  group: 'capacity',
  level: 2,
  title: { zh: '设备温度过高', en: 'Device is hot' },
  advice: {
    zh: '改善通风、清理灰尘，避免与发热设备叠放。',
    en: 'Give it air, clean it, do not stack it on warm devices.',
  },
  evidence: { zh: '24 小时平均 {value} °C', en: '{value} °C on average over a day' },
  place: '/data/device',
  evaluate: (view) =>
    each(
      present(view).filter(({ temp }) => temp !== null),
      ({ temp }) => ((temp ?? 0) >= 80 ? { value: Math.round(temp ?? 0) } : undefined),
    ),
})
