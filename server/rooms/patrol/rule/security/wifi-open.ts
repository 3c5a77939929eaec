import { defineRule, each, named } from '../../rule-kit/define-rule.ts'
import { networksOf, withNetworks } from '../../rule-kit/radio-rules.ts'

export const wifiOpen = defineRule({
  code: 'wifi_open',
  group: 'security',
  level: 1,
  title: { zh: '无线网络未加密', en: 'Open Wi-Fi' },
  advice: {
    zh: '设置 WPA2/WPA3 密码；访客网络可改用网页认证并开启终端隔离。',
    en: 'Set a WPA2/WPA3 password; for guests at least a portal and isolation.',
  },
  evidence: { zh: '未加密：{names}', en: 'Open: {names}' },
  place: '/config/device/ap',
  evaluate: (view) =>
    each(withNetworks(view), (device) => {
      const open = networksOf(device).filter(({ security }) => security === 'Disable')
      return open.length > 0 ? { names: named(open.map(({ ssid }) => ssid)) } : undefined
    }),
})
