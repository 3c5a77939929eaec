import { defineRule, each, named } from '../../rule-kit/define-rule.ts'
import { gateways, linesOf } from '../../rule-kit/wan-lines.ts'

export const wanDown = defineRule({
  code: 'wan_down',
  group: 'wan',
  level: 1,
  title: { zh: '外网线路断开', en: 'WAN line down' },
  advice: {
    zh: '检查光猫与网线；不再使用的线路请停用。',
    en: 'Check modem and cable; disable lines that are not used any more.',
  },
  evidence: { zh: '断开的线路：{lines}', en: 'Down: {lines}' },
  place: '/config/device/router',
  evaluate: (view) =>
    each(gateways(view), ({ facts }) => {
      const down = linesOf(facts).filter(({ up }) => !up)
      return down.length > 0 ? { lines: named(down.map(({ name }) => name)) } : undefined
    }),
})
