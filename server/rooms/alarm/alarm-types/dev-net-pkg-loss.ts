import type { Report } from '../../../kernel/device-link.ts'
import { defineAlarmType, type Reading } from '../define-alarm-type.ts'

export const devNetPkgLoss = defineAlarmType({
  id: 'dev_net_pkg_loss',
  words: { zh: '网络丢包', en: 'Packet loss' },
  level: 1,
  threshold: {
    words: { zh: '丢包率', en: 'Share of packets' },
    unit: { zh: '%', en: '%' },
    usual: 5,
    strict: 1,
    least: 0.1,
    most: 100,
  },
  duration: { usual: 120, strict: 60, most: 86_400 },
  when: {
    zh: '外网口收发的错误与丢弃占报文总数的比例持续达到阈值时触发；回落后结束。',
    en: 'Raised when the packets an uplink lost or dropped stay above so much of all; ends when they fall.',
  },
  gauge: readingsOf,
  text: ({ value }, key) => ({
    zh: `外网口 ${key} 丢包率 ${Number(value ?? 0).toFixed(1)}%`,
    en: `${key} loses ${Number(value ?? 0).toFixed(1)} % of its packets`,
  }),
})

/** Counters of an uplink: packets, and those that were lost. */
interface Counted {
  packets: number
  lost: number
}

const MOST = 500_000
/** Packets below which a share says nothing. */
const FEW = 200
const known = new Map<number, Counted[]>()

function readingsOf({ device_id, facts: { interfaces } }: Report): Reading[] | undefined {
  if (!interfaces) return undefined
  const before = known.get(device_id)
  let readings: Reading[] | undefined
  let at = 0
  for (const one of interfaces) {
    if (one.role !== 'wan' || one.rx_packets === undefined) continue
    const packets = one.rx_packets + (one.tx_packets ?? 0)
    const lost = (one.rx_errors ?? 0) + (one.tx_errors ?? 0) + (one.rx_dropped ?? 0) + (one.tx_dropped ?? 0)
    const last = before?.[at]
    if (last) {
      const [all, bad] = [packets - last.packets, lost - last.lost]
      last.packets = packets
      last.lost = lost
      // a counter that shrank was reset
      if (all >= FEW && bad >= 0)
        (readings ??= []).push({ key: one.name, value: Math.min(100, (bad / (all + bad)) * 100) })
    } else if (before) before.push({ packets, lost })
    else {
      if (known.size >= MOST) known.clear()
      known.set(device_id, [{ packets, lost }])
      return undefined
    }
    at++
  }
  return readings
}
