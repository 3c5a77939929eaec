import { defineRule, each } from '../../rule-kit/define-rule.ts'
import { syncState } from '@belvedere/contract/rooms/intent/sync/enums.ts'

export const configDrift = defineRule({
  code: 'config_drift',
  group: 'backup',
  level: 2,
  title: { zh: '运行配置与下发配置不一致', en: 'Configuration has drifted' },
  advice: {
    zh: '查看差异：采纳到配置中，或恢复为下发的配置。',
    en: 'See the difference: adopt it, or send the desired configuration again.',
  },
  evidence: { zh: '有人在设备上改过配置', en: 'The configuration was changed on the device' },
  place: '/config/device/ap',
  evaluate({ devices }) {
    const configured = devices.filter(({ sync }) => sync !== syncState.id.none)
    return each(configured, ({ sync }) => (sync === syncState.id.drifted ? {} : undefined))
  },
})
