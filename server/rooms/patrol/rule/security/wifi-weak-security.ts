import { defineRule, each, named } from '../../rule-kit/define-rule.ts'
import { networksOf, withNetworks } from '../../rule-kit/radio-rules.ts'

/** Modes that still allow WPA, and their replacements. */
const old = new Map([
  ['WPAPSK', 'WPA2PSK'],
  ['WPAPSKWPA2PSK', 'WPA2PSK'],
  ['WPA', 'WPA2'],
  ['WPA1WPA2', 'WPA2'],
])

export const wifiWeakSecurity = defineRule({
  code: 'wifi_weak_security',
  group: 'security',
  level: 2,
  title: { zh: '无线加密过弱', en: 'Weak Wi-Fi security' },
  advice: {
    zh: '改为 WPA2 + AES；2006 年之后的终端都支持。',
    en: 'Use WPA2 with AES: every terminal since 2006 supports it.',
  },
  evidence: { zh: '使用 WPA/TKIP：{names}', en: 'WPA or TKIP: {names}' },
  place: '/config/device/ap',
  evaluate: (view) =>
    each(withNetworks(view), (device) => {
      const weak = networksOf(device).filter(({ security, cipher }) => old.has(security ?? '') || cipher === 'TKIPAES')
      return weak.length > 0 ? { names: named(weak.map(({ ssid }) => ssid)) } : undefined
    }),
  fix: (device) =>
    networksOf(device)
      .filter(({ security, cipher }) => old.has(security ?? '') || cipher === 'TKIPAES')
      .map(({ key, security = '' }) => ({
        kind: 'wireless',
        key,
        set: { security: old.get(security) ?? security, cipher: 'AES' },
      })),
})
