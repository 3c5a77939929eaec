import type { Report } from '../../../kernel/device-link.ts'
import { trafficOf } from '../../stat/api.ts'
import { defineAlarmType, type Reading } from '../define-alarm-type.ts'

export const devWanFull = defineAlarmType({
  id: 'dev_wan_full',
  words: { zh: '外网带宽占满', en: 'WAN full' },
  level: 0,
  on: 2,
  threshold: {
    words: { zh: '端口速率占用', en: 'Share of the port speed' },
    unit: { zh: '%', en: '%' },
    usual: 90,
    strict: 75,
    least: 10,
    most: 100,
  },
  duration: { usual: 300, strict: 120, most: 86_400 },
  when: {
    zh: '外网口任一方向的流量占端口速率的比例持续达到阈值时触发；回落后结束。',
    en: 'Raised when the traffic of an uplink, in either direction, stays above so much of the speed of its port.',
  },
  gauge: readingsOf,
  text: ({ value }, key) => ({
    zh: `外网口 ${key} 占用率 ${Math.round(Number(value ?? 0))}%`,
    en: `${key} carries ${Math.round(Number(value ?? 0))} % of its speed`,
  }),
})

function readingsOf(report: Report): Reading[] | undefined {
  const { interfaces } = report.facts
  if (!interfaces) return undefined
  const traffic = trafficOf(report)
  if (!traffic || traffic.span <= 0) return undefined
  let readings: Reading[] | undefined
  for (const { name, role, speed_mbps } of interfaces) {
    if (role !== 'wan' || !speed_mbps) continue
    const place = traffic.layout.place.get(name)
    if (place === undefined) continue
    const octets = Math.max(traffic.each[place * 2] || 0, traffic.each[place * 2 + 1] || 0)
    const value = (octets * 8) / traffic.span / (speed_mbps * 10_000)
    ;(readings ??= []).push({ key: name, value })
  }
  return readings
}
