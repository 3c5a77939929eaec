import type { DeviceReport } from '../../../../devices/device-link.ts'
import { defineAlarmType, type ConditionReading } from '../../define-alarm-type.ts'

export const devSignalJam = defineAlarmType({
  id: 'dev_signal_jam',
  level: 2,
  threshold: {
    words: { zh: '信道占用率', en: 'Air time' },
    unit: { zh: '%', en: '%' },
    usual: 85,
    strict: 70,
    least: 20,
    most: 100,
  },
  duration: { usual: 300, strict: 120, most: 86_400 },
  when: {
    zh: '射频的信道占用率持续达到阈值时触发；回落后结束。',
    en: 'Raised when the channel utilisation of a radio stays above the threshold; ends when it falls below.',
  },
  gauge: readingsOf,
  text: ({ value, channel, noise }, key) => ({
    zh: `${key} 信道 ${String(channel ?? '')} 占用率 ${Math.round(Number(value ?? 0))}%${noise ? `，底噪 ${String(noise)} dBm` : ''}`,
    en: `${key}, channel ${String(channel ?? '')}: busy ${Math.round(Number(value ?? 0))} % of the time${noise ? `, noise ${String(noise)} dBm` : ''}`,
  }),
})

function readingsOf({ facts: { radios } }: DeviceReport): ConditionReading[] | undefined {
  if (!radios) return undefined
  let readings: ConditionReading[] | undefined
  for (const { band, channel, utilisation, noise_dbm } of radios) {
    if (utilisation === undefined) continue
    // of two radios on one band the busier one counts
    const before = readings?.find(({ key }) => key === band)
    if (before && before.value >= utilisation) continue
    const params = { value: utilisation, channel, ...(noise_dbm !== undefined && { noise: noise_dbm }) }
    if (before) Object.assign(before, { value: utilisation, params })
    else (readings ??= []).push({ key: band, value: utilisation, params })
  }
  return readings
}
