import { defineRule, each } from '../../rule-kit/define-rule.ts'

/** Seconds: a short restart is not a finding. */
const AWAY = 600

export const deviceOffline = defineRule({
  code: 'device_offline',
  group: 'link',
  level: 1,
  title: { zh: '设备离线', en: 'Device offline' },
  advice: {
    zh: '检查供电与上联线缆；先处理最靠近出口的设备。',
    en: 'Check power and the uplink, starting with the device closest to the internet.',
  },
  evidence: { zh: '离线已 {hours} 小时', en: 'Offline for {hours} h' },
  place: '/maintenance/alert/log',
  evaluate({ devices, now }) {
    const came = devices.filter(({ since }) => since > 0)
    return each(came, ({ online, since }) =>
      !online && now - since >= AWAY ? { hours: Math.max(1, Math.round((now - since) / 3600)) } : undefined,
    )
  },
})
