import { defineRule, each, named } from '../../rule-kit/define-rule.ts'
import { gateways } from '../../rule-kit/wan-lines.ts'

const types: ReadonlySet<string> = new Set(['dev_net_delay', 'dev_net_pkg_loss', 'dev_pppoe_error', 'dev_wan_full'])

export const wanQuality = defineRule({
  code: 'wan_quality',
  group: 'wan',
  level: 2,
  title: { zh: '外网质量告警未恢复', en: 'WAN quality alarm is open' },
  advice: {
    zh: '联系运营商；在线路恢复前可把流量切到另一条线路。',
    en: 'Call the provider; until then move traffic to another line.',
  },
  evidence: { zh: '{count} 条告警未恢复：{lines}', en: '{count} open {count:alarm|alarms}: {lines}' },
  place: '/maintenance/alert/log',
  evaluate: (view) =>
    each(gateways(view), ({ id }) => {
      const open = view.alarms.filter((one) => one.open && one.device_id === id && types.has(one.type))
      return open.length > 0
        ? { count: open.length, lines: named([...new Set(open.map(({ key }) => key || '–'))]) }
        : undefined
    }),
})
