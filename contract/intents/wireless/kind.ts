import { download, upload, vlan } from '../../kit/intent/common-fields.ts'
import { defineIntentKind, named } from '../../kit/intent/define-intent-kind.ts'
import { choice, choices, type FieldPlace, flag, number, secret, text, texts } from '../../kit/intent/fields.ts'
import { macForm } from '../../kit/intent/forms.ts'
import { radioBand, wifiCipher, wifiEncoding, wifiSecurity } from '../../rooms/intent/enums.ts'

const enterprise: readonly unknown[] = ['WPA', 'WPA2', 'WPA1WPA2']
const isEnterprise = ({ values }: FieldPlace) => enterprise.includes(values['security'])
const isOpen = ({ values }: FieldPlace) => values['security'] === 'Disable'

export const kind = defineIntentKind({
  words: { zh: '无线网络', en: 'Wireless network' },
  tab: { zh: '无线网络', en: 'Wireless' },
  order: 20,
  key: named({ zh: '添加无线网络', en: 'Add a network' }, { zh: '名称，例如 Guest', en: 'Name, such as Guest' }),
  bare: true,
  off: { enable: 0 },
  fields: {
    enable: flag({ zh: '启用', en: 'Enabled' }),
    ssid: text({ zh: '无线名称（SSID）', en: 'Name (SSID)' }),
    // set by a dialog for many devices; the form of one device does not have it
    encoding: choice({ zh: '名称编码', en: 'Encoding of the name' }, wifiEncoding.values, { when: () => false }),
    bands: choices({ zh: '频段', en: 'Bands' }, radioBand),
    security: choice({ zh: '安全模式', en: 'Security' }, wifiSecurity.values),
    cipher: choice({ zh: '加密算法', en: 'Cipher' }, wifiCipher.values, { when: (place) => !isOpen(place) }),
    password: secret({ zh: '无线密码', en: 'Password' }, 8, 63, {
      when: (place) => !isOpen(place) && !isEnterprise(place),
    }),
    radius_host: text({ zh: '认证服务器', en: 'RADIUS server' }, { max: 253, when: isEnterprise }),
    radius_port: number({ zh: '认证端口', en: 'RADIUS port' }, 1, 65_535, { when: isEnterprise }),
    radius_secret: secret({ zh: '认证密钥', en: 'RADIUS secret' }, 1, 128, { when: isEnterprise }),
    /** Key of the `lan` it belongs to; the device's uplink network where it is not set. */
    network: text(
      { zh: '所属网络', en: 'Network' },
      { hint: { zh: '设备上局域网的名称；不填为上联网络', en: 'A LAN of the device; empty: the uplink' } },
    ),
    vlan: vlan(1),
    hidden: flag({ zh: '隐藏名称', en: 'Hidden' }),
    isolate: flag({ zh: '终端隔离', en: 'Terminals isolated' }),
    max_clients: number({ zh: '最大终端数', en: 'Most terminals' }, 1, 512),
    up_kbps: upload,
    down_kbps: download,
    deny: texts({ zh: '拒绝接入的 MAC', en: 'MAC addresses kept out' }, { form: macForm, max: 1024 }),
  },
})

declare module '../../kit/intent/define-intent-kind.ts' {
  interface IntentKinds {
    wireless: typeof kind.fields
  }
}
