import { defineRule, each, named } from '../../rule-kit/define-rule.ts'
import { networksOf, withNetworks } from '../../rule-kit/radio-rules.ts'

export const wifiOpenIsolation = defineRule({
  code: 'wifi_open_isolation',
  group: 'security',
  level: 2,
  title: { zh: '开放网络未隔离终端', en: 'Open Wi-Fi without isolation' },
  advice: {
    zh: '开启终端隔离，避免陌生人互相访问。',
    en: 'Isolate its terminals, so that strangers cannot reach each other.',
  },
  evidence: { zh: '未隔离：{names}', en: 'Not isolated: {names}' },
  place: '/config/device/ap',
  evaluate: (view) =>
    each(
      withNetworks(view).filter((one) => networksOf(one).some(({ security }) => security === 'Disable')),
      (device) => {
        const open = networksOf(device).filter(({ security, isolate }) => security === 'Disable' && isolate !== 1)
        return open.length > 0 ? { names: named(open.map(({ ssid }) => ssid)) } : undefined
      },
    ),
  fix: (device) =>
    networksOf(device)
      .filter(({ security, isolate }) => security === 'Disable' && isolate !== 1)
      .map(({ key }) => ({ kind: 'wireless', key, set: { isolate: 1 } })),
})
