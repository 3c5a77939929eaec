import type { DeviceReport } from '../../../../devices/device-link.ts'
import { trafficOf } from '../../../stat/api.ts'
import { defineAlarmType, type ConditionReading } from '../../define-alarm-type.ts'
import { lineSpeedsOf, prepareLineSpeeds } from '../../line/line-speeds.ts'

export const devWanFull = defineAlarmType({
  id: 'dev_wan_full',
  level: 0,
  on: 2,
  threshold: {
    words: { zh: '线路带宽占用', en: 'Bandwidth usage' },
    unit: { zh: '%', en: '%' },
    usual: 90,
    strict: 75,
    least: 10,
    most: 100,
  },
  duration: { usual: 300, strict: 120, most: 86_400 },
  when: {
    zh: '外网线路任一方向的流量占合同带宽的比例持续达到阈值时触发；恢复后结束。未设置带宽的线路不告警。',
    en: 'Raised when the traffic of a WAN line in either direction stays above the set share of its contracted bandwidth; ends when it falls below. Not raised for lines without a set bandwidth.',
  },
  prepare: prepareLineSpeeds,
  gauge: readingsOf,
  text: ({ value }, key) => ({
    zh: `外网口 ${key} 带宽占用率 ${Math.round(Number(value ?? 0))}%`,
    en: `${key} uses ${Math.round(Number(value ?? 0))} % of its bandwidth`,
  }),
})

function readingsOf(report: DeviceReport): ConditionReading[] | undefined {
  const lines = lineSpeedsOf(report.device_id)
  if (!report.facts.interfaces) return undefined
  // a line without a bandwidth is not full
  if (lines.length === 0) return []
  const traffic = trafficOf(report)
  if (!traffic || traffic.span <= 0) return undefined
  return lines.flatMap(({ name, down_mbps, up_mbps }) => {
    const place = traffic.layout.place.get(name)
    if (place === undefined) return []
    const share = (octets: number | undefined, mbps: number | null) =>
      mbps === null || !octets ? 0 : (octets * 8e-4) / traffic.span / mbps
    const value = Math.max(share(traffic.each[place * 2], down_mbps), share(traffic.each[place * 2 + 1], up_mbps))
    return [{ key: name, value }]
  })
}
