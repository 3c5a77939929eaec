import { compact, type LooseJson, number, objects, text } from '../loose.ts'
import { readText } from '../host/read-file.ts'
import { runJson } from '../host/run-tool.ts'

export interface HostRoute {
  family: 4 | 6
  /** `default` or an address with prefix length. */
  destination: string
  gateway?: string
  device?: string
  metric?: number
  protocol?: string
  scope?: string
  source?: string
}

const mostRoutes = 50_000

/** The main routing table of both families, from `ip -j route`, or from /proc. */
export async function readRoutes(): Promise<HostRoute[]> {
  const [four, six] = await Promise.all([
    runJson('ip', ['-j', '-4', 'route', 'show'], { max: 32 << 20 }),
    runJson('ip', ['-j', '-6', 'route', 'show'], { max: 32 << 20 }),
  ])
  const read = (printed: unknown, family: 4 | 6) => objects(printed).slice(0, mostRoutes).flatMap(routesOf(family))
  return [
    ...(four === undefined ? fromProc4((await readText('/proc/net/route')) ?? '') : read(four, 4)),
    ...(six === undefined ? fromProc6((await readText('/proc/net/ipv6_route')) ?? '') : read(six, 6)),
  ]
}

/** One element of `ip -j route`; a route with several next hops becomes one entry per hop. */
export function routesOf(family: 4 | 6) {
  return (entry: LooseJson): HostRoute[] => {
    const hops = objects(entry.nexthops)
    const base = {
      family,
      destination: text(entry.dst) ?? 'default',
      metric: number(entry.metric),
      protocol: text(entry.protocol),
      scope: text(entry.scope),
      source: text(entry.prefsrc),
    }
    const ways = hops.length > 0 ? hops : [entry]
    return ways.map((way) => compact({ ...base, gateway: gatewayOf(way), device: text(way.dev) }))
  }
}

function gatewayOf(way: LooseJson): string | undefined {
  const via = way.via as LooseJson | undefined
  return text(way.gateway) ?? (typeof via === 'object' && via !== null ? text(via.host) : undefined)
}

/** /proc/net/route: addresses are little-endian hexadecimal. */
export function fromProc4(table: string): HostRoute[] {
  const rows = table
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
  return rows
    .filter((row) => row.length >= 8)
    .slice(0, mostRoutes)
    .map(([device, to = '', via = '', , , , metric, mask = '']) => {
      const prefix = bits(mask)
      return compact({
        family: 4 as const,
        destination: prefix === 0 ? 'default' : `${dotted(to)}/${prefix}`,
        gateway: via === '00000000' ? undefined : dotted(via),
        device,
        metric: Number(metric),
      })
    })
}

function dotted(hex: string): string {
  return (hex.match(/../g) ?? [])
    .reverse()
    .map((byte) => Number.parseInt(byte, 16))
    .join('.')
}

function bits(hex: string): number {
  return [...Number.parseInt(hex, 16).toString(2)].filter((bit) => bit === '1').length
}

/** /proc/net/ipv6_route; host and multicast entries that the tool omits are left out. */
export function fromProc6(table: string): HostRoute[] {
  const rows = table.split('\n').map((line) => line.trim().split(/\s+/))
  return rows
    .filter(shown6)
    .slice(0, mostRoutes)
    .map(([to = '', length = '0', , , via = '', metric = '0', , , , device]) => {
      const prefix = Number.parseInt(length, 16)
      return compact({
        family: 6 as const,
        destination: prefix === 0 ? 'default' : `${colons(to)}/${prefix}`,
        gateway: /^0+$/.test(via) ? undefined : colons(via),
        device,
        metric: Number.parseInt(metric, 16),
      })
    })
}

function shown6(row: string[]): boolean {
  const [to = '', length, , , , , , , flags = '0', device] = row
  const unreachable = (Number.parseInt(flags, 16) & 0x0200) !== 0
  return row.length >= 10 && device !== 'lo' && length !== '80' && !to.startsWith('ff') && !unreachable
}

function colons(hex: string): string {
  const groups = (hex.match(/.{4}/g) ?? []).map((group) => group.replace(/^0{1,3}/, '')).join(':')
  return groups.replace(/(^|:)0(:0)+(:|$)/, '::')
}

/** Devices with a default route, the preferred one first. */
export function wanDevices(routes: readonly HostRoute[]): string[] {
  const defaults = routes.filter((route) => route.destination === 'default' && route.device && route.device !== 'lo')
  const inOrder = [...defaults].sort((a, b) => a.family - b.family || (a.metric ?? 0) - (b.metric ?? 0))
  return [...new Set(inOrder.map((route) => route.device as string))]
}
