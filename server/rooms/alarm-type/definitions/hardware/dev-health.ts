import type { CheckFact } from '@belvedere/drivers/kit/facts.ts'
import { restarting } from '../../../topology/api.ts'
import { defineAlarmType, type AlarmParams } from '../../define-alarm-type.ts'

export const devHealth = defineAlarmType({
  id: 'dev_health',
  level: 2,
  planned: restarting,
  threshold: {
    words: { zh: '健康度低于', en: 'Health below' },
    unit: { zh: '%', en: '%' },
    usual: 90,
    strict: 100,
    least: 1,
    most: 100,
    below: true,
  },
  when: {
    zh: '设备自检健康度（100 为正常）低于设定值时触发；回升后结束。自检结果只涉及 DNS、DHCP、RADIUS 或 SSID 时，由各自的告警类型负责。',
    en: 'Raised when the health a device reports (100: no fault) is below the threshold; ends when it recovers. Findings about DNS, DHCP, RADIUS or SSIDs only raise the alarms of those types.',
  },
  gauge({ facts: { health, checks } }) {
    if (health === undefined) return undefined
    const others = checks?.filter(({ what }) => what === 'other') ?? []
    const isElsewhere = checks !== undefined && checks.length > 0 && others.length === 0
    return [
      { key: '', value: isElsewhere ? 100 : health, params: { value: health, said: others.slice(0, 4).map(toldOf) } },
    ]
  },
  text({ value, said }: AlarmParams) {
    const list = Array.isArray(said) && said.length > 0 ? said.join('; ') : ''
    const health = Math.round(Number(value ?? 0))
    return {
      zh: `设备自检健康度 ${health}%${list && `：${list}`}`,
      en: `The device reports a health of ${health} %${list && `: ${list}`}`,
    }
  },
})

const toldOf = ({ where, text }: CheckFact) => text ?? where
