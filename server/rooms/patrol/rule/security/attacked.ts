import { defineRule, each } from '../../rule-kit/define-rule.ts'

const types: ReadonlySet<string> = new Set(['dev_attacked', 'dev_ip_conflict'])

export const attacked = defineRule({
  code: 'attacked',
  group: 'security',
  level: 1,
  title: { zh: '安全告警未处理', en: 'Security alarm is open' },
  advice: {
    zh: '查看告警中的来源地址，在防火墙或终端黑名单中封禁。',
    en: 'See where it comes from and block it in the firewall or the list of terminals.',
  },
  evidence: { zh: '{count} 条安全告警未处理', en: '{count} open security {count:alarm|alarms}' },
  place: '/maintenance/alert/log',
  evaluate({ devices, alarms }) {
    const came = devices.filter(({ since }) => since > 0)
    return each(came, ({ id }) => {
      const open = alarms.filter((one) => one.open && one.device_id === id && types.has(one.type))
      return open.length > 0 ? { count: open.length } : undefined
    })
  },
})
