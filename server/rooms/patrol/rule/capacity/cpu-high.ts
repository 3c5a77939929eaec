import { defineRule, each } from '../../rule-kit/define-rule.ts'
import { present } from '../../view/scene-view.ts'

export const cpuHigh = defineRule({
  code: 'cpu_high',
  group: 'capacity',
  level: 2,
  title: { zh: 'CPU 长时间偏高', en: 'Processor is busy all day' },
  advice: {
    zh: '减少单台承载的业务，或更换更高规格的设备。',
    en: 'Let it do less, or put a stronger one in its place.',
  },
  evidence: { zh: '24 小时平均 {value}%', en: '{value}% on average over a day' },
  place: '/data/device',
  evaluate: (view) =>
    each(
      present(view).filter(({ cpu }) => cpu !== null),
      ({ cpu }) => ((cpu ?? 0) >= 80 ? { value: Math.round(cpu ?? 0) } : undefined),
    ),
})
