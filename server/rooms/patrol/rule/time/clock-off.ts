import { defineRule, each } from '../../rule-kit/define-rule.ts'
import { present } from '../../view/scene-view.ts'

/** Seconds; a report may be delayed in transit. */
const OFF = 60

export const clockOff = defineRule({
  code: 'clock_off',
  group: 'time',
  level: 2,
  title: { zh: '设备时钟不准', en: 'Clock is off' },
  advice: {
    zh: '配置 NTP 服务器并确认设备能够访问；时钟不准会使证书校验、日志与定时任务出错。',
    en: 'Give it time servers it can reach: certificates, logs and schedules depend on its clock.',
  },
  evidence: { zh: '相差 {seconds} 秒', en: 'Off by {seconds} s' },
  place: '/config/device/ap',
  evaluate(view) {
    const known = present(view).filter(({ facts }) => facts.clock !== undefined)
    return each(known, ({ facts, facts_at }) => {
      const seconds = (facts.clock ?? facts_at) - facts_at
      return Math.abs(seconds) > OFF ? { seconds } : undefined
    })
  },
  fix: () => [{ kind: 'service', key: 'ntp', set: { enable: 1, servers: ['ntp.aliyun.com', 'pool.ntp.org'] } }],
})
