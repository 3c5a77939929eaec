import { defineAlarmType } from '../../define-alarm-type.ts'

export const devExpired = defineAlarmType({
  id: 'dev_expired',
  level: 0,
  on: 2,
  threshold: {
    words: { zh: '提前天数', en: 'Days ahead' },
    unit: { zh: '天', en: 'days' },
    usual: 14,
    strict: 30,
    least: 0,
    most: 365,
  },
  when: {
    zh: '以 HTTPS 监测的设备，其证书剩余天数少于设定值时触发；换新证书后结束。',
    en: 'Raised when the certificate of a device that is watched by HTTPS ends within so many days; ends with a new one.',
  },
  text: ({ end }) => {
    const day = new Date(Number(end ?? 0) * 1000).toISOString().slice(0, 10)
    return { zh: `证书 ${day} 到期`, en: `The certificate ends on ${day}` }
  },
})
