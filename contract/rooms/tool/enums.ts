import { defineEnum } from '../../kit/define-enum.ts'

/** What an IP address is for; everything but `public` and `transition` has no place on the map. */
export const addressKind = defineEnum({
  public: { id: 'public', zh: '公网地址', en: 'Public address', tone: 'success' },
  private: { id: 'private', zh: '私有地址', en: 'Private address', tone: 'primary' },
  shared: { id: 'shared', zh: '运营商级 NAT 地址', en: 'Carrier-grade NAT address', tone: 'primary' },
  loopback: { id: 'loopback', zh: '环回地址', en: 'Loopback address', tone: 'neutral' },
  link_local: { id: 'link_local', zh: '链路本地地址', en: 'Link-local address', tone: 'warning' },
  documentation: { id: 'documentation', zh: '文档示例地址', en: 'Documentation address', tone: 'warning' },
  multicast: { id: 'multicast', zh: '组播地址', en: 'Multicast address', tone: 'neutral' },
  broadcast: { id: 'broadcast', zh: '广播地址', en: 'Broadcast address', tone: 'neutral' },
  unspecified: { id: 'unspecified', zh: '未指定地址', en: 'Unspecified address', tone: 'neutral' },
  transition: { id: 'transition', zh: 'IPv6 过渡地址', en: 'IPv6 transition address', tone: 'primary' },
  protocol: { id: 'protocol', zh: '协议专用地址', en: 'Address of a protocol', tone: 'neutral' },
  reserved: { id: 'reserved', zh: '保留地址', en: 'Reserved address', tone: 'warning' },
})

/** What a MAC address is for. */
export const macKind = defineEnum({
  maker: { id: 'maker', zh: '厂商地址', en: 'Assigned by a manufacturer', tone: 'success' },
  unknown: { id: 'unknown', zh: '未登记', en: 'Not registered', tone: 'warning' },
  local: { id: 'local', zh: '私有（随机）地址', en: 'Private (randomised)', tone: 'primary' },
  group: { id: 'group', zh: '组播地址', en: 'Multicast', tone: 'neutral' },
  broadcast: { id: 'broadcast', zh: '广播地址', en: 'Broadcast', tone: 'neutral' },
})

/** Blocks the IEEE assigns: 24, 28 or 36 bits are the maker's. */
export const macBlock = defineEnum({
  large: { id: 'MA-L', zh: 'MA-L（24 位，1677 万个地址）', en: 'MA-L (24 bits, 16.7 million addresses)' },
  medium: { id: 'MA-M', zh: 'MA-M（28 位，104 万个地址）', en: 'MA-M (28 bits, 1 million addresses)' },
  small: { id: 'MA-S', zh: 'MA-S（36 位，4096 个地址）', en: 'MA-S (36 bits, 4,096 addresses)' },
})

/** Modes of POST tool/cidr. */
export const cidrMode = defineEnum({
  division: { id: 0, zh: '子网划分', en: 'Subnet division' },
  calculation: { id: 1, zh: '子网计算', en: 'Subnet calculation' },
})
