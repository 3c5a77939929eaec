import { intentService, radioBand } from '@belvedere/contract/rooms/intent/enums.ts'
import type { IntentKind } from '@belvedere/contract/rooms/intent/shapes.ts'
import type { Words } from '../../../kit/words/words.ts'

/** A kind of settings on the page. */
export interface Section {
  id: IntentKind
  label: Words
  /** What its things are called; absent: there is one, or those listed. */
  key?: { label: Words; hint: Words; is: RegExp }
  /** Things there always are. */
  fixed?: readonly (Words & { id: string })[]
}

// a slash parts kind, key and field where an explanation names them
const name = /^[^/]{1,32}$/

export const sections: readonly Section[] = [
  { id: 'system', label: { zh: '系统', en: 'System' }, fixed: [{ id: '', zh: '系统', en: 'System' }] },
  {
    id: 'wireless',
    label: { zh: '无线网络', en: 'Wireless' },
    key: {
      label: { zh: '添加无线网络', en: 'Add a network' },
      hint: { zh: '名称，例如 Guest', en: 'Name, such as Guest' },
      is: name,
    },
  },
  { id: 'radio', label: { zh: '射频', en: 'Radios' }, fixed: radioBand.values },
  {
    id: 'lan',
    label: { zh: '局域网', en: 'LAN' },
    key: {
      label: { zh: '添加局域网', en: 'Add a LAN' },
      hint: { zh: '名称，例如 LAN', en: 'Name, such as LAN' },
      is: name,
    },
  },
  {
    id: 'wan',
    label: { zh: '外网', en: 'WAN' },
    key: {
      label: { zh: '添加外网', en: 'Add a WAN' },
      hint: { zh: '名称，例如 WAN', en: 'Name, such as WAN' },
      is: name,
    },
  },
  {
    id: 'port',
    label: { zh: '端口', en: 'Ports' },
    key: {
      label: { zh: '添加端口', en: 'Add a port' },
      hint: { zh: '端口名，例如 Ethernet3 或 LAN*', en: 'A port, such as Ethernet3 or LAN*' },
      is: /^[A-Za-z][A-Za-z0-9._-]{0,30}\*?$/,
    },
  },
  {
    id: 'service',
    label: { zh: '服务', en: 'Services' },
    fixed: intentService.values,
  },
  {
    id: 'raw',
    label: { zh: '原始配置', en: 'Raw' },
    key: { label: { zh: '添加片段', en: 'Add a piece' }, hint: { zh: '名称', en: 'Name' }, is: name },
  },
]
