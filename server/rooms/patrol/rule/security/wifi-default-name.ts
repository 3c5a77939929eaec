import { defineRule, each, named } from '../../rule-kit/define-rule.ts'
import { present } from '../../view/scene-view.ts'

/** Default names of common manufacturers. */
const factory =
  /^(openwrt|openwifi|linksys|netgear\d*|dlink|d-link|default|wireless|wifi|tp-?link[-_].*|mercury_.*|fast_.*|tenda_.*|asus(_.*)?|mikrotik-.*|chinanet-.*|cmcc-.*|cu_.*|huawei-.{4,6}|h3c_.*|@ruijie-.*|zte-.*|xiaomi_.{4}|redmi_.{4})$/i

export const wifiDefaultName = defineRule({
  code: 'wifi_default_name',
  group: 'security',
  level: 3,
  title: { zh: '无线名称为出厂默认', en: 'Wi-Fi name as it left the factory' },
  advice: {
    zh: '改成自己的名称；默认名称常伴随默认密码，也难以辨认。',
    en: 'Give it a name of your own: default names often come with default passwords.',
  },
  evidence: { zh: '{names}', en: '{names}' },
  place: '/config/device/ap',
  evaluate(view) {
    const known = present(view).filter(({ facts }) => facts.ssids?.length)
    return each(known, ({ facts }) => {
      const names = [...new Set((facts.ssids ?? []).map(({ ssid }) => ssid))].filter((one) => factory.test(one))
      return names.length > 0 ? { names: named(names) } : undefined
    })
  },
})
