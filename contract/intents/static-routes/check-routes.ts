import {
  covers,
  formatIp,
  formatPrefix,
  holds,
  type IpValue,
  type IpPrefix,
  parseIp,
  parsePrefix,
} from '@belvedere/pure/network/ip-prefix.ts'
import type { Effective } from '../../kit/intent/define-intent-kind.ts'
import type { Fault } from '../../kit/intent/fields.ts'

export interface RouteFields {
  destination?: string
  gateway?: string
  interface?: string
  metric?: number
}

/** A network of the device, with its display name. */
interface Connected extends IpPrefix {
  name: string
}

interface KnownNetworks {
  connected: readonly Connected[]
  /** Some of its networks are unknown: an uplink gets its address dynamically. */
  open: boolean
}

type RouteFault = Pick<Fault, 'says' | 'values' | 'warning'>

/** The faults of each route, and their effect. Uses only the known networks of the device. */
export function checkRoutes(routes: readonly RouteFields[], all: Effective): Fault[] {
  const known = knownOf(all)
  const blocks = routes.map(({ destination = '' }) => parsePrefix(destination))
  return routes.flatMap((route, index) => {
    const block = blocks[index]
    if (!block) return []
    const at = (field: keyof RouteFields, says: RouteFault | undefined): Fault[] =>
      says ? [{ field: `routes.${index}.${field}`, ...says }] : []
    const own = destinationFault(route, block, known)
    return [
      ...at('destination', own),
      ...at('destination', own && !own.warning ? undefined : meetingFault(routes, blocks, index)),
      ...at('gateway', gatewayFault(route, block, known)),
    ]
  })
}

function knownOf({ lan = {}, wan = {} }: Effective): KnownNetworks {
  const named = [...Object.entries(lan), ...Object.entries(wan)]
  const connected = named.flatMap(([name, { subnet }]) => {
    const block = subnet === undefined ? undefined : parsePrefix(subnet)
    return block ? [{ name, ...block }] : []
  })
  return { connected, open: Object.values(wan).some(({ type, subnet }) => type !== 'disabled' && !subnet) }
}

const never4 = ['0.0.0.0/8', '127.0.0.0/8', '224.0.0.0/3']
const never6 = ['::1/128', 'fe80::/10', 'ff00::/8']
const unroutable = [...never4, ...never6].flatMap((one) => parsePrefix(one) ?? [])
/** Prefix lengths below which a network is a large part of all addresses. */
const large = { 4: 8, 6: 16 } as const

function destinationFault(
  { destination = '' }: RouteFields,
  block: IpPrefix,
  known: KnownNetworks,
): RouteFault | undefined {
  const written = formatPrefix(block)
  const values = { destination: written }
  if (block.length === 0)
    return {
      says: {
        zh: '默认路由由外网设置决定，不能在此添加',
        en: 'The default route follows from the WAN and cannot be added here',
      },
    }
  if (block.address !== block.network)
    return {
      says: {
        zh: '{given} 不是网段的起始地址，应为 {destination}',
        en: '{given} is an address inside a network; write {destination}',
      },
      values: { ...values, given: destination },
    }
  if (unroutable.some((one) => covers(one, block)))
    return { says: { zh: '{destination} 不能作为目标', en: '{destination} cannot be routed' }, values }
  return connectedFault(block, known, values) ?? largeWarning(block, values)
}

function connectedFault(
  block: IpPrefix,
  { connected }: KnownNetworks,
  values: { destination: string },
): RouteFault | undefined {
  const outer = connected.find((one) => covers(one, block))
  if (!outer) return undefined
  if (outer.length === block.length)
    return {
      says: {
        zh: '{destination} 是“{name}”的网段，设备直接可达，不需要路由',
        en: '{destination} is the subnet of “{name}”: the device reaches it without a route',
      },
      values: { ...values, name: outer.name },
    }
  return {
    says: {
      zh: '{destination} 在“{name}”的网段内：设备不再直接访问这些地址，而是发往下一跳',
      en: '{destination} is in the subnet of “{name}”: its addresses are no longer reached directly, but through the gateway',
    },
    values: { ...values, name: outer.name },
    warning: true,
  }
}

function largeWarning({ family, length }: IpPrefix, values: { destination: string }): RouteFault | undefined {
  if (length >= large[family]) return undefined
  return {
    says: {
      zh: '{destination} 包含大量公网地址：去往这些地址的流量不再走外网，可能失去与平台的连接',
      en: 'A large part of the Internet is in {destination}: traffic to it no longer uses the uplink, and the device may lose the connection to this console',
    },
    values,
    warning: true,
  }
}

/** Refuses duplicate routes; warns that of overlapping routes the longer prefix is used. */
function meetingFault(
  routes: readonly RouteFields[],
  blocks: readonly (IpPrefix | undefined)[],
  index: number,
): RouteFault | undefined {
  const block = blocks[index] as IpPrefix
  const metric = (at: number) => routes[at]?.metric ?? 0
  const isSame = (other: IpPrefix | undefined, at: number) =>
    other !== undefined && covers(other, block) && other.length === block.length && metric(at) === metric(index)
  if (blocks.slice(0, index).some(isSame))
    return {
      says: {
        zh: '与上面的路由重复：目标和度量值都相同',
        en: 'There already: a route above has this destination and metric',
      },
    }
  // a default route is refused at its own field, and overlaps everything
  const outer = blocks.find((other) => other?.length && covers(other, block) && other.length < block.length)
  if (!outer) return undefined
  return {
    says: {
      zh: '与 {outer} 重叠：去往 {inner} 的流量走这一条（前缀更长）',
      en: 'Overlaps {outer}: traffic to {inner} takes this route, which has the longer prefix',
    },
    values: { outer: formatPrefix(outer), inner: formatPrefix(block) },
    warning: true,
  }
}

function gatewayFault(route: RouteFields, block: IpPrefix, known: KnownNetworks): RouteFault | undefined {
  if (!route.gateway)
    return route.interface
      ? undefined
      : { says: { zh: '请填写下一跳或出接口', en: 'Enter a gateway, or an interface' } }
  const gateway = parseIp(route.gateway)
  if (!gateway) return undefined
  if (gateway.family !== block.family)
    return {
      says: {
        zh: '下一跳与目标网段的协议版本不同',
        en: 'The gateway is of another version of IP than the destination',
      },
    }
  if (gateway.family === 6) return linkLocalFault(route, gateway)
  return reachFault(gateway, known)
}

const linkLocal = parsePrefix('fe80::/10') as IpPrefix

const linkLocalFault = ({ interface: device }: RouteFields, gateway: IpValue): RouteFault | undefined =>
  holds(linkLocal, gateway) && !device
    ? {
        says: {
          zh: '链路本地地址需要指定出接口',
          en: 'A link-local address needs its interface',
        },
      }
    : undefined

/** IPv4: intents contain the networks of the device. Only the device itself knows those of IPv6. */
function reachFault(gateway: IpValue, { connected, open }: KnownNetworks): RouteFault | undefined {
  const values = { gateway: formatIp(gateway), networks: connected.map(formatPrefix).join(', ') }
  if (connected.some(({ address }) => address === gateway.value))
    return { says: { zh: '{gateway} 是设备自身的地址', en: '{gateway} is the address of the device itself' }, values }
  if (connected.length === 0 || connected.some((one) => holds(one, gateway))) return undefined
  const outside = {
    zh: '{gateway} 不在设备的任何网段内（{networks}）',
    en: '{gateway} is in none of the networks of the device ({networks})',
  }
  if (!open) return { says: outside, values }
  return {
    says: {
      zh: `${outside.zh}；只有外网自动获取的网段包含它时才会生效`,
      en: `${outside.en}; it works only if the network that the WAN gets by itself has it`,
    },
    values,
    warning: true,
  }
}
