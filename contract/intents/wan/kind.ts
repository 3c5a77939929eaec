import { dns, ports, vlan } from '../../kit/intent/common-fields.ts'
import { defineIntentKind, named } from '../../kit/intent/define-intent-kind.ts'
import { choice, type FieldPlace, secret, text, type Values } from '../../kit/intent/fields.ts'
import { ipv4Form, macForm, subnetForm } from '../../kit/intent/forms.ts'
import { wanType } from '../../rooms/intent/enums.ts'

const isType =
  (type: string) =>
  ({ values }: FieldPlace) =>
    values['type'] === type
const forStatic = {
  when: ({ type }: Values) => type === 'static',
  says: { zh: '使用固定地址时必须填写', en: 'Required for a static address' },
}

export const kind = defineIntentKind({
  words: { zh: '外网', en: 'WAN' },
  order: 50,
  key: named({ zh: '添加外网', en: 'Add a WAN' }, { zh: '名称，例如 WAN', en: 'Name, such as WAN' }),
  fields: {
    type: choice({ zh: '接入方式', en: 'Type' }, wanType.values),
    subnet: text({ zh: '地址', en: 'Address' }, { form: subnetForm, when: isType('static'), needed: forStatic }),
    gateway: text({ zh: '网关', en: 'Gateway' }, { form: ipv4Form, when: isType('static'), needed: forStatic }),
    user: text({ zh: '宽带账号', en: 'User' }, { max: 64, when: isType('pppoe') }),
    password: secret({ zh: '宽带密码', en: 'Password' }, 1, 64, { when: isType('pppoe') }),
    dns: { ...dns, needed: forStatic },
    vlan: vlan(0, {
      zh: '无线 AP 的管理 VLAN；0 为不打标签',
      en: 'The management VLAN of an access point; 0: untagged',
    }),
    ports,
    mac: text({ zh: 'MAC 地址', en: 'MAC address' }, { form: macForm, max: 17 }),
  },
})

declare module '../../kit/intent/define-intent-kind.ts' {
  interface IntentKinds {
    wan: typeof kind.fields
  }
}
