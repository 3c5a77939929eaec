import { defineRule, each } from '../../rule-kit/define-rule.ts'
import { syncState } from '@belvedere/contract/rooms/intent/sync/enums.ts'

export const configFailed = defineRule({
  code: 'config_failed',
  group: 'backup',
  level: 1,
  title: { zh: '配置下发失败', en: 'Configuration did not arrive' },
  advice: {
    zh: '在变更单中查看设备给出的原因，修正后重新下发。',
    en: 'See the answer of the device in the change set, correct the configuration and send it again.',
  },
  evidence: { zh: '最近一次下发失败', en: 'The last one failed' },
  place: '/config/change',
  evaluate({ devices }) {
    const configured = devices.filter(({ sync }) => sync !== syncState.id.none)
    return each(configured, ({ sync }) => (sync === syncState.id.failed ? {} : undefined))
  },
})
