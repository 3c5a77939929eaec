import type { Words } from '../text.ts'
import { number, texts } from './fields.ts'
import { ipv4Form, portForm } from './forms.ts'

// Fields of several kinds.

export const vlan = (min: number, hint?: Words) => number({ zh: 'VLAN', en: 'VLAN' }, min, 4094, hint ? { hint } : {})

export const ports = texts(
  { zh: '端口', en: 'Ports' },
  {
    form: portForm,
    min: 1,
    max: 64,
    hint: { zh: '用逗号分隔，例如 LAN1, LAN2', en: 'Parted by commas, such as LAN1, LAN2' },
  },
)
export const dns = texts({ zh: 'DNS 服务器', en: 'DNS servers' }, { form: ipv4Form })

const limit = { unit: 'kbit/s', hint: { zh: '0 为不限', en: '0: no limit' } }
export const upload = number({ zh: '上行限速', en: 'Upload limit' }, 0, 100_000_000, limit)
export const download = number({ zh: '下行限速', en: 'Download limit' }, 0, 100_000_000, limit)
