import { formatIp, formatPrefix, holds, parseIp, parsePrefix } from '@belvedere/pure/network/ip-prefix.ts'
import { readRoutes, type HostRoute } from '../../facts/routes.ts'
import { compact, isObject, type LooseJson, number, text } from '../../loose.ts'
import { runTool } from '../../host/run-tool.ts'
import type { ConfigPart, FutureHost, Reject } from '../config-part.ts'
import { demand } from '../host-names.ts'

/** One route of the main table, in the terms of the kernel. */
interface KernelRoute {
  destination: string
  gateway?: string
  device?: string
  /** Absent: the kernel's default. */
  metric?: number
  /** Absent: no protocol, as for routes added by hand. */
  protocol?: string
}

const most = 256
const largestMetric = 4_294_967_295
/** The metric that the kernel sets by default. */
const usual = { 4: 0, 6: 1024 } as const

/** Static routes and routes of this agent; those of the kernel, of DHCP and of routing daemons are not changed. */
export const part: ConfigPart<KernelRoute[], KernelRoute[]> = {
  member: 'static-routes',
  read(value, at, reject) {
    if (!Array.isArray(value) || value.length > most || !value.every(isObject)) {
      reject(at, '不是路由列表，或路由过多', 'Not a list of routes, or too many of them')
      return []
    }
    return value.flatMap((one, index) => readRoute(one, `${at}/${index}`, reject) ?? [])
  },
  async check(routes, at, host, reject) {
    routes.forEach((route, index) => checkRoute(route, `${at}/${index}`, host, reject))
  },
  state: staticRoutes,
  target: (wanted, now, beside = []) => [
    ...now.filter((one) => [...wanted, ...beside].some((route) => isSame(route, one))),
    ...wanted.filter((route) => !now.some((one) => isSame(route, one))),
  ],
  put: putRoutes,
  beside: (wanted, now) => now.filter((one) => !wanted.some((route) => isSame(route, one))),
  tell: tellRoutes,
}

function readRoute(one: LooseJson, at: string, reject: Reject): KernelRoute | undefined {
  const block = parsePrefix(text(one.destination) ?? '')
  const gateway = one.gateway === undefined ? undefined : parseIp(text(one.gateway) ?? '')
  const device = one.interface === undefined ? undefined : text(one.interface, 15)
  const metric = one.metric === undefined ? undefined : number(one.metric)
  if (!block || block.length === 0)
    return void reject(`${at}/destination`, '不是有效的目标网段', 'Not a network that a route can lead to')
  if (one.gateway !== undefined && gateway?.family !== block.family)
    return void reject(`${at}/gateway`, '不是有效的下一跳', 'Not a gateway for this network')
  if (one.gateway === undefined && device === undefined)
    return void reject(at, '没有下一跳或出接口', 'It has neither a gateway nor an interface')
  if (one.metric !== undefined && !isMetric(metric))
    return void reject(`${at}/metric`, '不是有效的度量值', 'Not a metric')
  return compact({
    destination: formatPrefix(block),
    gateway: gateway && formatIp(gateway),
    device,
    metric,
  }) as KernelRoute
}

const isMetric = (metric: number | undefined) =>
  metric !== undefined && Number.isInteger(metric) && metric >= 1 && metric <= largestMetric

function checkRoute(route: KernelRoute, at: string, { devices, networks }: FutureHost, reject: Reject): void {
  const { device, gateway } = route
  if (device !== undefined && !devices.includes(device))
    return reject(`${at}/interface`, `主机没有接口 ${device}`, `The host has no interface ${device}`)
  const address = gateway === undefined ? undefined : parseIp(gateway)
  // the kernel itself finds the interface of an IPv6 gateway
  if (address?.family !== 4) return
  const near = networks.filter((one) => device === undefined || one.device === device)
  const isNear = near.some(({ cidr }) => {
    const block = parsePrefix(cidr)
    return block !== undefined && holds(block, address)
  })
  if (!isNear)
    reject(
      `${at}/gateway`,
      `下一跳 ${gateway} 不在主机的任何网段内`,
      `The gateway ${gateway} is in none of the networks of the host`,
    )
}

/** A route with several gateways belongs to its creator: it cannot be restored hop by hop. */
async function staticRoutes(): Promise<KernelRoute[]> {
  const own = (await readRoutes()).filter(isStatic).map(fromKernel)
  const place = ({ destination, metric }: KernelRoute) => `${destination} ${metric ?? ''}`
  return own
    .filter((route) => own.filter((one) => place(one) === place(route)).length === 1)
    .sort((a, b) => a.destination.localeCompare(b.destination))
    .slice(0, most)
}

const isStatic = ({ destination, protocol, gateway, device }: HostRoute) =>
  destination !== 'default' &&
  (protocol === undefined || protocol === 'boot' || protocol === 'static') &&
  (gateway !== undefined || (device !== undefined && device !== 'lo'))

function fromKernel({ family, destination, gateway, device, metric, protocol }: HostRoute): KernelRoute {
  const written = destination.includes('/') ? destination : `${destination}/${family === 4 ? 32 : 128}`
  const block = parsePrefix(written)
  return compact({
    destination: block ? formatPrefix(block) : written,
    gateway,
    device,
    metric: metric === usual[family] ? undefined : metric,
    protocol,
  }) as KernelRoute
}

/** Whether the kernel has the desired route; without a named interface, the gateway determines it. */
const isSame = (wanted: KernelRoute, one: KernelRoute): boolean =>
  wanted.destination === one.destination &&
  wanted.gateway === one.gateway &&
  metricOf(wanted) === metricOf(one) &&
  (wanted.device === undefined || wanted.device === one.device)

const isSix = ({ destination }: KernelRoute) => destination.includes(':')
const metricOf = (route: KernelRoute) => route.metric ?? usual[isSix(route) ? 6 : 4]

/** New routes are added before old ones are removed. Wide networks come first: a narrow route may need one for its gateway. */
async function putRoutes(target: KernelRoute[]): Promise<void> {
  const now = await staticRoutes()
  const fresh = target.filter((route) => !now.some((one) => isSame(route, one)))
  const isReplaced = (one: KernelRoute) =>
    fresh.some((route) => route.destination === one.destination && metricOf(route) === metricOf(one))
  const gone = now.filter((one) => !isReplaced(one) && !target.some((route) => isSame(route, one)))
  for (const route of fresh.sort((a, b) => lengthOf(a) - lengthOf(b))) await ip('replace', route)
  for (const route of gone) await ip('del', route)
}

const lengthOf = ({ destination }: KernelRoute) => parsePrefix(destination)?.length ?? 0

async function ip(verb: 'replace' | 'del', route: KernelRoute): Promise<void> {
  const { destination, gateway, device, metric, protocol } = route
  const words = [
    ...(gateway ? ['via', gateway] : []),
    ...(device ? ['dev', device] : []),
    ...(metric === undefined ? [] : ['metric', String(metric)]),
    ...(verb === 'replace' ? ['proto', protocol ?? 'static'] : []),
  ]
  demand(await runTool('ip', [isSix(route) ? '-6' : '-4', 'route', verb, destination, ...words]), 'ip route')
}

/** The configured routes that exist, in their configured form; then routes that were added since. */
function tellRoutes(now: KernelRoute[], given: unknown, beside: KernelRoute[] = []): unknown {
  const wanted = Array.isArray(given) ? given.filter(isObject) : []
  const there = wanted.flatMap((one) => {
    const route = readRoute(one, '', () => undefined)
    return route && now.some((have) => isSame(route, have)) ? [{ one, route }] : []
  })
  const others = now.filter(
    (one) => ![...there.map(({ route }) => route), ...beside].some((reported) => isSame(reported, one)),
  )
  const reported = [...there.map(({ one }) => one), ...others.map(asMember)]
  return reported.length === 0 && given === undefined ? undefined : reported
}

const asMember = ({ destination, gateway, device, metric }: KernelRoute): LooseJson =>
  compact({ destination, gateway, interface: device, metric })
