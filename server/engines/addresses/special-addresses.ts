import type { Words } from '@belvedere/contract/kit/text.ts'
import type { addressKind } from '@belvedere/contract/rooms/tool/enums.ts'
import { parseIpv4 } from '@belvedere/pure/network/ipv4.ts'
import { parseIpv6 } from '@belvedere/pure/network/ipv6.ts'

export interface SpecialBlock {
  readonly block: string
  readonly kind: keyof typeof addressKind.id
  readonly note: Words
  /** Lowest bit of an IPv4 address inside an address of this block. */
  readonly ipv4At?: number
}

const privateUse: Words = {
  zh: '内部网络使用（RFC 1918），不会出现在互联网上，各家网络可重复使用',
  en: 'For internal networks (RFC 1918); never seen on the internet, and used again in every network',
}
const documentation: Words = {
  zh: '只用于文档和示例（RFC 5737），真实网络中不应出现',
  en: 'For documents and examples only (RFC 5737); it should not appear in a real network',
}

/** IANA's special-purpose registries, described for administrators; narrower blocks precede the blocks that contain them. */
const blocks: readonly SpecialBlock[] = [
  {
    block: '0.0.0.0/32',
    kind: 'unspecified',
    note: {
      zh: '表示“任意地址”或尚未取得地址，常见于监听配置和 DHCP 请求',
      en: 'Stands for “any address”, or for none yet: seen in listening sockets and DHCP requests',
    },
  },
  {
    block: '0.0.0.0/8',
    kind: 'reserved',
    note: {
      zh: '“本网络”地址（RFC 791），只能作为源地址',
      en: 'Addresses of “this network” (RFC 791), as a source only',
    },
  },
  { block: '10.0.0.0/8', kind: 'private', note: privateUse },
  { block: '172.16.0.0/12', kind: 'private', note: privateUse },
  { block: '192.168.0.0/16', kind: 'private', note: privateUse },
  {
    block: '100.64.0.0/10',
    kind: 'shared',
    note: {
      zh: '运营商与用户之间的共享地址（RFC 6598）：WAN 口出现它，说明没有公网 IP，端口映射不会生效',
      en: 'Shared between a carrier and its customers (RFC 6598): seen on a WAN port it means no public address, and port forwarding cannot work',
    },
  },
  {
    block: '127.0.0.0/8',
    kind: 'loopback',
    note: {
      zh: '指向本机自己（RFC 1122），不会离开设备',
      en: 'The host itself (RFC 1122); it never leaves the device',
    },
  },
  {
    block: '169.254.0.0/16',
    kind: 'link_local',
    note: {
      zh: '自动专用地址（APIPA，RFC 3927）：终端未能从 DHCP 取得地址时使用',
      en: 'Given by a host to itself (APIPA, RFC 3927) when no DHCP server answered',
    },
  },
  {
    block: '192.0.0.0/24',
    kind: 'protocol',
    note: {
      zh: 'IETF 协议专用（RFC 6890），例如 DS-Lite',
      en: 'For protocols of the IETF (RFC 6890), such as DS-Lite',
    },
  },
  { block: '192.0.2.0/24', kind: 'documentation', note: documentation },
  { block: '198.51.100.0/24', kind: 'documentation', note: documentation },
  { block: '203.0.113.0/24', kind: 'documentation', note: documentation },
  {
    block: '192.88.99.0/24',
    kind: 'reserved',
    note: {
      zh: '曾用于 6to4 中继任播（RFC 7526），已废弃',
      en: 'Once the anycast address of 6to4 relays (RFC 7526), withdrawn',
    },
  },
  {
    block: '198.18.0.0/15',
    kind: 'protocol',
    note: {
      zh: '网络设备性能测试专用（RFC 2544）；也常被代理软件用作虚拟地址',
      en: 'For benchmarks of network devices (RFC 2544); proxy software likes to use it for made-up addresses',
    },
  },
  {
    block: '224.0.0.0/24',
    kind: 'multicast',
    note: {
      zh: '本网段组播，路由器不转发，例如 224.0.0.251（mDNS）、224.0.0.5（OSPF）',
      en: 'Multicast of the local segment, not forwarded by routers: 224.0.0.251 is mDNS, 224.0.0.5 OSPF',
    },
  },
  {
    block: '239.0.0.0/8',
    kind: 'multicast',
    note: {
      zh: '组织内部组播（RFC 2365），例如 239.255.255.250（SSDP 设备发现）、IPTV',
      en: 'Multicast inside an organisation (RFC 2365): 239.255.255.250 is SSDP discovery; IPTV lives here',
    },
  },
  {
    block: '224.0.0.0/4',
    kind: 'multicast',
    note: {
      zh: '组播（RFC 5771）：发给一组订阅者，不属于某一台主机',
      en: 'Multicast (RFC 5771): sent to all members of a group, not to one host',
    },
  },
  {
    block: '255.255.255.255/32',
    kind: 'broadcast',
    note: {
      zh: '受限广播：发给本网段的所有主机，例如 DHCP 发现报文',
      en: 'Limited broadcast: to every host of the segment, such as DHCP discovery',
    },
  },
  {
    block: '240.0.0.0/4',
    kind: 'reserved',
    note: { zh: '保留未用（RFC 1112，原 E 类）', en: 'Reserved and unused (RFC 1112, once class E)' },
  },
  {
    block: '::/128',
    kind: 'unspecified',
    note: { zh: '表示“任意地址”或尚未取得地址', en: 'Stands for “any address”, or for none yet' },
  },
  {
    block: '::1/128',
    kind: 'loopback',
    note: { zh: '指向本机自己，不会离开设备', en: 'The host itself; it never leaves the device' },
  },
  {
    block: '::ffff:0:0/96',
    kind: 'transition',
    ipv4At: 0,
    note: {
      zh: 'IPv4 映射地址（RFC 4291）：程序用它把 IPv4 连接写成 IPv6',
      en: 'IPv4-mapped (RFC 4291): how programs write an IPv4 connection as IPv6',
    },
  },
  {
    block: '64:ff9b::/96',
    kind: 'transition',
    ipv4At: 0,
    note: {
      zh: 'NAT64 地址（RFC 6052）：纯 IPv6 网络经转换访问 IPv4',
      en: 'NAT64 (RFC 6052): how IPv6-only networks reach IPv4',
    },
  },
  {
    block: '64:ff9b:1::/48',
    kind: 'transition',
    note: { zh: '本地 NAT64 前缀（RFC 8215）', en: 'NAT64 prefixes for local use (RFC 8215)' },
  },
  {
    block: '100::/64',
    kind: 'reserved',
    note: {
      zh: '丢弃专用（RFC 6666）：发往这里的报文会被丢弃',
      en: 'Discard-only (RFC 6666): what is sent there is dropped',
    },
  },
  {
    block: '2001::/32',
    kind: 'transition',
    note: {
      zh: 'Teredo 隧道（RFC 4380）：在 NAT 之后用 UDP 承载 IPv6，已很少使用',
      en: 'Teredo (RFC 4380): IPv6 in UDP from behind a NAT, rare by now',
    },
  },
  {
    block: '2001:2::/48',
    kind: 'protocol',
    note: { zh: '网络设备性能测试专用（RFC 5180）', en: 'For benchmarks of network devices (RFC 5180)' },
  },
  {
    block: '2001:20::/28',
    kind: 'protocol',
    note: { zh: 'ORCHIDv2 标识（RFC 7343），不可路由', en: 'ORCHIDv2 identifiers (RFC 7343), not routed' },
  },
  {
    block: '2001:db8::/32',
    kind: 'documentation',
    note: {
      zh: '只用于文档和示例（RFC 3849），真实网络中不应出现',
      en: 'For documents and examples only (RFC 3849); it should not appear in a real network',
    },
  },
  {
    block: '3fff::/20',
    kind: 'documentation',
    note: { zh: '只用于文档和示例（RFC 9637）', en: 'For documents and examples only (RFC 9637)' },
  },
  {
    block: '2002::/16',
    kind: 'transition',
    ipv4At: 80,
    note: {
      zh: '6to4 隧道（RFC 3056）：由公网 IPv4 地址生成，已不建议使用',
      en: '6to4 (RFC 3056): made from a public IPv4 address, no longer recommended',
    },
  },
  { block: '2000::/3', kind: 'public', note: { zh: '', en: '' } },
  {
    block: 'fc00::/7',
    kind: 'private',
    note: {
      zh: '唯一本地地址 ULA（RFC 4193）：内部网络使用，相当于 IPv4 的私有地址',
      en: 'Unique local address, ULA (RFC 4193): for internal networks, as private addresses are in IPv4',
    },
  },
  {
    block: 'fe80::/10',
    kind: 'link_local',
    note: {
      zh: '链路本地地址：每个 IPv6 接口都有，只在本网段有效，使用时须注明接口',
      en: 'Every IPv6 interface has one; it is good on its segment only and needs the interface named',
    },
  },
  {
    block: 'fec0::/10',
    kind: 'reserved',
    note: {
      zh: '站点本地地址（RFC 3879），已废弃，请改用 ULA',
      en: 'Site-local (RFC 3879), withdrawn; use ULA instead',
    },
  },
  {
    block: 'ff02::/16',
    kind: 'multicast',
    note: {
      zh: '本网段组播，例如 ff02::1（所有主机）、ff02::fb（mDNS）',
      en: 'Multicast of the local segment: ff02::1 is all hosts, ff02::fb mDNS',
    },
  },
  {
    block: 'ff00::/8',
    kind: 'multicast',
    note: {
      zh: '组播：发给一组订阅者，不属于某一台主机',
      en: 'Multicast: sent to all members of a group, not to one host',
    },
  },
  {
    block: '::/0',
    kind: 'reserved',
    note: { zh: '尚未分配给互联网使用的 IPv6 空间', en: 'IPv6 space that is not in use on the internet yet' },
  },
]

const bounds = blocks.map((special) => {
  const [text = '', length = ''] = special.block.split('/')
  const version = text.includes(':') ? 6 : 4
  const network = version === 4 ? BigInt(parseIpv4(text) ?? 0) : (parseIpv6(text) ?? 0n)
  return { special, version, network, shift: BigInt((version === 4 ? 32 : 128) - Number(length)) }
})

/** The special block an address lies in; undefined for public addresses. */
export function specialBlockOf(version: 4 | 6, address: bigint): SpecialBlock | undefined {
  const found = bounds.find(
    (one) => one.version === version && one.network >> one.shift === address >> one.shift,
  )?.special
  return found?.kind === 'public' ? undefined : found
}
