import { download, upload, vlan } from '../../kit/intent/common-fields.ts'
import { defineIntentKind } from '../../kit/intent/define-intent-kind.ts'
import { choice, type FieldOption, type FieldPlace, flag, number, numbers, text } from '../../kit/intent/fields.ts'
import { portForm } from '../../kit/intent/forms.ts'

const negotiated = { id: 0, zh: '自动协商', en: 'Negotiated' }
const speedOption = (id: number) => ({ id, zh: `${id} Mbit/s`, en: `${id} Mbit/s` })

/** What the device supports; a value that is already set stays visible. */
function speeds({ values, ports }: FieldPlace): FieldOption[] {
  const { speed } = values
  const set = typeof speed === 'number' && speed > 0 ? [speed] : []
  const all = [...new Set([...ports.speeds, ...set])].sort((a, b) => a - b)
  return [...(ports.negotiates || speed === 0 ? [negotiated] : []), ...all.map(speedOption)]
}

const duplexOptions = [
  { id: 'full', zh: '全双工', en: 'Full' },
  { id: 'half', zh: '半双工', en: 'Half' },
] as const

/** A single option is no choice. */
function duplexes({ values, ports }: FieldPlace): FieldOption[] {
  const options = duplexOptions.filter(({ id }) => ports.duplexes.includes(id) || id === values['duplex'])
  return options.length > 1 || options.some(({ id }) => !ports.duplexes.includes(id)) ? options : []
}

export const kind = defineIntentKind({
  words: { zh: '端口', en: 'Port' },
  tab: { zh: '端口', en: 'Ports' },
  order: 60,
  key: {
    is: portForm.is as RegExp,
    add: {
      label: { zh: '添加端口', en: 'Add a port' },
      hint: { zh: '端口名，例如 Ethernet3 或 LAN*', en: 'A port, such as Ethernet3 or LAN*' },
    },
  },
  fields: {
    enable: flag({ zh: '启用', en: 'Enabled' }),
    note: text({ zh: '备注', en: 'Note' }, { min: 0, max: 64, lines: true }),
    /** Mbit/s; 0: negotiated. */
    speed: number({ zh: '速率', en: 'Speed' }, 0, 400_000, { unit: 'Mbit/s', offers: speeds }),
    duplex: choice({ zh: '双工', en: 'Duplex' }, duplexOptions, { offers: duplexes }),
    poe: flag({ zh: 'PoE 供电', en: 'PoE' }),
    poe_limit: number({ zh: 'PoE 功率上限', en: 'PoE limit' }, 0, 120_000, { unit: 'mW' }),
    vlan: vlan(1, { zh: '不带标签的 VLAN', en: 'The untagged one' }),
    tagged: numbers({ zh: '带标签的 VLAN', en: 'Tagged VLANs' }, { min: 1, max: 4094 }, { max: 256 }),
    isolate: flag({ zh: '端口隔离', en: 'Isolated' }),
    // no family limits the rate of a port: shown if it is set, and never offered
    up_kbps: { ...upload, when: ({ values }: FieldPlace) => Boolean(values['up_kbps']) },
    down_kbps: { ...download, when: ({ values }: FieldPlace) => Boolean(values['down_kbps']) },
  },
})

declare module '../../kit/intent/define-intent-kind.ts' {
  interface IntentKinds {
    port: typeof kind.fields
  }
}
