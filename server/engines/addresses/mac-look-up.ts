import type { Lang, Words } from '@belvedere/contract/kit/text.ts'
import { say } from '@belvedere/contract/kit/text.ts'
import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import { macBlock, type macKind } from '@belvedere/contract/rooms/tool/enums.ts'
import type { toolCalls } from '@belvedere/contract/rooms/tool/tool.ts'
import { formatMac, macFlags } from '@belvedere/pure/network/mac.ts'
import { makerOf } from './sources/data-files.ts'
import { knownName } from './sources/maker-names.ts'

type MacQueryAnswer = Omit<Out<typeof toolCalls.macQuery>, 'seen'>

const notes = {
  local: {
    zh: '由软件生成，不代表厂商：手机等终端为保护隐私会对每个无线网络使用不同的随机地址，虚拟机和路由器的附加接口也使用这类地址',
    en: 'Assigned by software, not by a manufacturer: phones use a different random one for each Wi-Fi network to protect privacy; virtual machines and extra interfaces of routers have such addresses too',
  },
  group: { zh: '发给一组接收者，不属于某一台设备', en: 'Sent to a group of receivers, not one device' },
  broadcast: { zh: '发给本网段的所有设备', en: 'Sent to every device of the segment' },
  unknown: { zh: 'IEEE 登记数据中没有这个前缀', en: 'The IEEE registry has no such prefix' },
  maker: { zh: '', en: '' },
} as const satisfies Record<keyof typeof macKind.id, Words>

/** Multicast groups that are common in captures. */
const groups: readonly (readonly [string, Words])[] = [
  ['01005e', { zh: 'IPv4 组播', en: 'IPv4 multicast' }],
  ['3333', { zh: 'IPv6 组播', en: 'IPv6 multicast' }],
  ['0180c2000000', { zh: '生成树协议（STP）', en: 'Spanning tree (STP)' }],
  ['0180c2000002', { zh: '链路聚合（LACP）', en: 'Link aggregation (LACP)' }],
  ['0180c200000e', { zh: '链路层发现（LLDP）', en: 'Link layer discovery (LLDP)' }],
  ['01000ccccccc', { zh: '思科发现协议（CDP）', en: 'Cisco discovery (CDP)' }],
]

/** Assigned to protocols, not to devices. */
const virtual: readonly (readonly [string, Words])[] = [
  [
    '00005e0001',
    {
      zh: 'VRRP 虚拟路由器地址，最后两位是组号',
      en: 'Address of a VRRP virtual router; the last two digits are its group',
    },
  ],
  [
    '00005e0002',
    {
      zh: 'VRRP 虚拟路由器地址（IPv6），最后两位是组号',
      en: 'Address of a VRRP virtual router (IPv6); the last two digits are its group',
    },
  ],
  [
    '00000c07ac',
    {
      zh: 'HSRP 虚拟路由器地址，最后两位是组号',
      en: 'Address of an HSRP virtual router; the last two digits are its group',
    },
  ],
]

/** The data of a MAC address of 6 to 12 hexadecimal digits. */
export function lookUpMac(digits: string, lang: Lang): MacQueryAnswer {
  const kind = kindOf(digits)
  const maker = kind === 'maker' || kind === 'unknown' ? registeredFor(digits) : undefined
  const named = [...groups, ...virtual].find(([front]) => digits.startsWith(front))?.[1]
  const note = named ?? notes[maker || kind !== 'maker' ? kind : 'unknown']
  return {
    mac: formatMac(digits),
    company: maker?.company ?? '',
    corp: maker ? say(knownName(maker.company), lang) : '',
    kind: maker || kind !== 'maker' ? kind : 'unknown',
    note: say(note, lang),
    block: maker?.block ?? null,
    prefix: maker ? formatMac(maker.prefix) : '',
    address: maker?.address ?? '',
  }
}

function kindOf(digits: string): keyof typeof macKind.id {
  if (digits === 'ffffffffffff') return 'broadcast'
  const { group, local } = macFlags(digits)
  if (group) return 'group'
  return local ? 'local' : 'maker'
}

const sizes = [
  [9, macBlock.id.small],
  [7, macBlock.id.medium],
  [6, macBlock.id.large],
] as const

/** The smallest block: the IEEE itself holds the large blocks that it assigns in parts. */
function registeredFor(digits: string) {
  for (const [length, block] of sizes) {
    const prefix = digits.slice(0, length)
    const entry = prefix.length === length ? makerOf(prefix) : undefined
    if (entry === undefined) continue
    const [company = '', ...address] = entry.split('\n')
    return { prefix, block, company, address: address.join(', ') }
  }
  return undefined
}
