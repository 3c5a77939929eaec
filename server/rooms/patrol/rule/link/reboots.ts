import { defineRule, each } from '../../rule-kit/define-rule.ts'

/** In seven days. */
const OFTEN = 3

export const reboots = defineRule({
  code: 'reboots',
  group: 'link',
  level: 2,
  title: { zh: '设备反复重启', en: 'Device restarts repeatedly' },
  advice: {
    zh: '检查供电（PoE 功率是否足够）与散热，必要时升级固件。',
    en: 'Check power (is PoE enough?) and heat; upgrade its firmware.',
  },
  evidence: { zh: '7 天内重启 {times} 次', en: 'Restarted {times} {times:time|times} in seven days' },
  place: '/maintenance/alert/log',
  evaluate({ devices, alarms }) {
    const times = new Map<number, number>()
    for (const { device_id, type, cnt } of alarms)
      if (type === 'dev_reboot') times.set(device_id, (times.get(device_id) ?? 0) + cnt)
    const came = devices.filter(({ since }) => since > 0)
    return each(came, ({ id }) => ((times.get(id) ?? 0) >= OFTEN ? { times: times.get(id) ?? 0 } : undefined))
  },
})
