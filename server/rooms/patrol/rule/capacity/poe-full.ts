import { defineRule, each } from '../../rule-kit/define-rule.ts'
import { present } from '../../view/scene-view.ts'

/** Share of the budget. */
const FULL = 0.85

export const poeFull = defineRule({
  code: 'poe_full',
  group: 'capacity',
  level: 2,
  title: { zh: 'PoE 供电余量不足', en: 'Little PoE power left' },
  advice: {
    zh: '把部分受电设备移到其他交换机，或更换更大功率的电源。',
    en: 'Move some devices to another switch, or fit a stronger supply.',
  },
  evidence: { zh: '{used} / {budget} W', en: '{used} of {budget} W' },
  place: '/config/device/switch',
  evaluate(view) {
    const powering = present(view).filter(({ facts }) => (facts.poe?.budget_w ?? 0) > 0)
    return each(powering, ({ facts }) => {
      const { used_w = 0, budget_w = 1 } = facts.poe ?? {}
      return used_w / budget_w >= FULL ? { used: Math.round(used_w), budget: Math.round(budget_w) } : undefined
    })
  },
})
