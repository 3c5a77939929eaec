import { defineRule, each } from '../../rule-kit/define-rule.ts'
import { present } from '../../view/scene-view.ts'

export const memoryHigh = defineRule({
  code: 'memory_high',
  group: 'capacity',
  level: 2,
  title: { zh: '内存长时间偏高', en: 'Memory is nearly full all day' },
  advice: {
    zh: '停用不用的服务与应用，升级固件；仍高则重启观察。',
    en: 'Stop unused services, upgrade the device; if that does not help, restart it and monitor it.',
  },
  evidence: { zh: '24 小时平均 {value}%', en: '{value}% on average over a day' },
  place: '/data/device',
  evaluate: (view) =>
    each(
      present(view).filter(({ mem }) => mem !== null),
      ({ mem }) => ((mem ?? 0) >= 90 ? { value: Math.round(mem ?? 0) } : undefined),
    ),
})
