import { defineRule, each } from '../../rule-kit/define-rule.ts'

/** In seven days. */
const OFTEN = 5

export const unstable = defineRule({
  code: 'unstable',
  group: 'link',
  level: 2,
  title: { zh: '设备频繁掉线', en: 'Connection of the device is unstable' },
  advice: {
    zh: '检查供电、网线与上级端口；无线回传请查看信号。',
    en: 'Check power, cable and the port above; of a mesh link the signal.',
  },
  evidence: { zh: '7 天内掉线 {times} 次', en: 'Offline {times} {times:time|times} in seven days' },
  place: '/maintenance/alert/log',
  evaluate({ devices, alarms }) {
    const times = new Map<number, number>()
    for (const { device_id, type, cnt } of alarms)
      if (type === 'dev_offline') times.set(device_id, (times.get(device_id) ?? 0) + cnt)
    const came = devices.filter(({ since }) => since > 0)
    return each(came, ({ id }) => ((times.get(id) ?? 0) >= OFTEN ? { times: times.get(id) ?? 0 } : undefined))
  },
})
