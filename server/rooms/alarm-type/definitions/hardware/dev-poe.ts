import { isPoeTrouble, poeWordsOf } from '@belvedere/pure/device/poe-words.ts'
import type { DeviceReport } from '../../../../devices/device-link.ts'
import { defineAlarmType, type ConditionReading } from '../../define-alarm-type.ts'

const statuses = ['disabled', 'searching', 'delivering_power', 'overload', 'fault']
const faults = [
  'ovlo',
  'uvlo',
  'mps_absent',
  'short',
  'overload',
  'power_denied',
  'thermal_shutdown',
  'startup_failure',
  'hw_pin_disable',
  'port_undefined',
  'internal_hw_fault',
  'user_setting',
  'non_standard_pd',
  'underload',
  'pwr_budget_exceeded',
  'oor_capacitor_value',
  'class_error',
]

export const devPoe = defineAlarmType({
  id: 'dev_poe',
  level: 2,
  when: {
    zh: '端口 PoE 过载、短路、功率不足或其他供电故障时触发，每个端口单独告警；恢复供电或状态正常后结束。',
    en: 'Raised for each port with a PoE overload, short circuit, denied power or other fault; ends when the port delivers power or its status is normal.',
  },
  gauge: readingsOf,
  hears: [...statuses.map((name) => `wired.poe.status.${name}`), ...faults.map((name) => `wired.poe.fault.${name}`)],
  heard({ type, data = {} }) {
    const { name } = data
    if (typeof name !== 'string') return undefined
    const reported = type.slice(type.lastIndexOf('.') + 1)
    if (isPoeTrouble(reported)) return { key: name.slice(0, 32), what: 'rises', params: { fault: reported } }
    // an unplugged device is not an error of the port
    return type.startsWith('wired.poe.status.') ? { key: name.slice(0, 32), what: 'clears' } : undefined
  },
  text({ fault }, key) {
    const reported = String(fault ?? '')
    const { zh, en } = poeWordsOf(reported) ?? { zh: reported, en: reported }
    return { zh: `端口 ${key} 供电异常：${zh}`, en: `PoE of port ${key}: ${en}` }
  },
})

/** Faulty ports only: one that is not listed is normal. */
function readingsOf({ facts: { interfaces } }: DeviceReport): ConditionReading[] | undefined {
  if (!interfaces) return undefined
  let readings: ConditionReading[] | undefined
  let powered = false
  for (const { name, poe } of interfaces) {
    if (!poe) continue
    powered = true
    const fault = [poe.fault ?? '', poe.status].find(isPoeTrouble)
    if (fault !== undefined) (readings ??= []).push({ key: name, value: 1, params: { fault } })
  }
  return readings ?? (powered ? none : undefined)
}

const none: ConditionReading[] = []
