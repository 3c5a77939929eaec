import { dns, ports, vlan } from '../../kit/intent/common-fields.ts'
import { defineIntentKind, named } from '../../kit/intent/define-intent-kind.ts'
import { type FieldPlace, flag, number, text } from '../../kit/intent/fields.ts'
import { subnetForm } from '../../kit/intent/forms.ts'

const hasDhcp = ({ values }: FieldPlace) => values['dhcp'] === 1

export const kind = defineIntentKind({
  words: { zh: '局域网', en: 'LAN' },
  order: 40,
  key: named({ zh: '添加局域网', en: 'Add a LAN' }, { zh: '名称，例如 LAN', en: 'Name, such as LAN' }),
  fields: {
    /** The device's own address with the prefix length. */
    subnet: text(
      { zh: '地址', en: 'Address' },
      {
        form: subnetForm,
        hint: { zh: '设备自身的地址，例如 192.168.1.1/24', en: "The device's own, such as 192.168.1.1/24" },
      },
    ),
    vlan: vlan(1),
    ports,
    dhcp: flag({ zh: 'DHCP 服务', en: 'DHCP service' }),
    /** Offset of the first lease in the subnet, and how many. */
    dhcp_first: number({ zh: '起始偏移', en: 'First lease' }, 1, 65_534, {
      when: hasDhcp,
      hint: { zh: '从网段起始地址数起', en: 'Counted from the start of the subnet' },
    }),
    dhcp_count: number({ zh: '地址数量', en: 'Leases' }, 1, 65_534, { when: hasDhcp }),
    dhcp_hours: number({ zh: '租期', en: 'Lease time' }, 1, 720, { unit: 'h', when: hasDhcp }),
    dns,
  },
})

declare module '../../kit/intent/define-intent-kind.ts' {
  interface IntentKinds {
    lan: typeof kind.fields
  }
}
