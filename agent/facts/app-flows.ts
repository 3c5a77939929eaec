import { applicationOfName, applicationOfPort } from '@belvedere/pure/network/applications.ts'
import { compressIpv6, parseIpv6 } from '@belvedere/pure/network/ipv6.ts'
import { readNumber } from '../host/read-file.ts'
import { readTracking } from './connections.ts'
import type { DnsNames } from './dns-names.ts'

/** One tracked connection between inside and outside. */
export interface Flow {
  /** Constant for the lifetime of the connection. */
  key: string
  protocol: string
  /** The inside address, before translation. */
  inside: string
  /**
   * The outside address. The port is the outside one when the connection was opened from inside, else the requested inside port.
   */
  outside: string
  port: number
  /** Octets from outside, and towards it. */
  rx: number
  tx: number
}

export interface AppOctets {
  app: string
  rx_bytes: number
  tx_bytes: number
}

interface CountedFlow {
  app: string
  rx: number
  tx: number
}

/** Number of connections that are remembered between two reports. */
const mostFlows = 65_536

/** Octets from outside, and towards it. */
export interface Octets {
  rx: number
  tx: number
}

export interface Metered {
  apps: AppOctets[]
  /** Octets since the last reading, by inside address. */
  inside: ReadonlyMap<string, Octets>
}

/**
 * Octets by application since the agent started, and by inside address since the last reading; undefined while the kernel does
 * not count them.
 */
export function flowMeter(names: DnsNames): () => Promise<Metered | undefined> {
  const apps = new AppCounter((address) => names.nameOf(address))
  return async () => {
    if (!(await countsFlows())) return undefined
    const inside = new Map<string, Octets>()
    apps.count(flowsOf(await readTracking()), (flow, rx, tx) => {
      const address = asNeighbour(flow.inside)
      const sum = inside.get(address) ?? { rx: 0, tx: 0 }
      inside.set(address, { rx: sum.rx + rx, tx: sum.tx + tx })
    })
    return { apps: apps.list(), inside }
  }
}

/** The connection table writes all digits of an IPv6 address, the neighbour table does not. */
function asNeighbour(address: string): string {
  const value = address.includes(':') ? parseIpv6(address) : undefined
  return value === undefined ? address : compressIpv6(value)
}

/** The kernel counts the octets of connections: nf_conntrack_acct is on. */
export const countsFlows = async (): Promise<boolean> =>
  (await readNumber('/proc/sys/net/netfilter/nf_conntrack_acct')) === 1

/**
 * Sums the octets of connections between two readings by application. A connection that ends between two readings is counted up
 * to the last reading.
 */
export class AppCounter {
  readonly #nameOf: (address: string) => string | undefined
  readonly #apps = new Map<string, { rx: number; tx: number }>()
  /** Undefined before the first reading: earlier octets cannot be assigned. */
  #known: Map<string, CountedFlow> | undefined

  constructor(nameOf: (address: string) => string | undefined) {
    this.#nameOf = nameOf
  }

  /** `each` is called with the octets of every connection since the last reading. */
  count(flows: readonly Flow[], each?: (flow: Flow, rx: number, tx: number) => void): void {
    const now = new Map<string, CountedFlow>()
    for (const flow of flows.slice(0, mostFlows)) {
      const { key, protocol, outside, port, rx, tx } = flow
      const before = this.#known?.get(key)
      // a name may be known only after the first packet; a connection keeps its first name
      const app = before && before.app !== 'web' ? before.app : this.#appOf(protocol, outside, port)
      // smaller than before: another connection between the same endpoints
      const base = before && rx >= before.rx && tx >= before.tx ? before : { rx: 0, tx: 0 }
      if (this.#known) {
        this.#add(app, rx - base.rx, tx - base.tx)
        each?.(flow, rx - base.rx, tx - base.tx)
      }
      now.set(key, { app, rx, tx })
    }
    this.#known = now
  }

  list(): AppOctets[] {
    return [...this.#apps].map(([app, { rx, tx }]) => ({ app, rx_bytes: rx, tx_bytes: tx }))
  }

  #appOf(protocol: string, outside: string, port: number): string {
    const name = this.#nameOf(outside)
    return (name && applicationOfName(name)) ?? applicationOfPort(protocol, port)
  }

  #add(app: string, rx: number, tx: number): void {
    const sum = this.#apps.get(app) ?? { rx: 0, tx: 0 }
    sum.rx += rx
    sum.tx += tx
    this.#apps.set(app, sum)
  }
}

/** Lines of the connection table with octets, for connections that leave the site. */
export function flowsOf(table: string): Flow[] {
  return table.split('\n').flatMap((line) => {
    const protocol = /^(?:\s*ipv[46]\s+\d+)?\s*([a-z]+)\s/.exec(line)?.[1]
    const [out, back] = waysOf(line)
    if (!protocol || !out?.bytes || !back?.bytes || !out.src || !out.dst) return []
    const [from, to] = [isInside(out.src), isInside(out.dst)]
    if (from === to && from) return []
    const key = `${protocol} ${out.src} ${out.sport ?? ''} ${out.dst} ${out.dport ?? ''}`
    const port = Number(out.dport ?? 0)
    const [sent, answered] = [Number(out.bytes), Number(back.bytes)]
    // opened from outside through a forwarded port: the first direction is inbound
    if (!from && isInside(back.src ?? ''))
      return [{ key, protocol, inside: back.src ?? '', outside: out.src, port, rx: sent, tx: answered }]
    return [{ key, protocol, inside: out.src, outside: out.dst, port, rx: answered, tx: sent }]
  })
}

type FlowDirection = Partial<Record<'src' | 'dst' | 'sport' | 'dport' | 'bytes', string>>

/** `src=… dst=… sport=… dport=… packets=… bytes=…` twice: the original direction, then the reply direction. */
function waysOf(line: string): [FlowDirection, FlowDirection] {
  const ways: [FlowDirection, FlowDirection] = [{}, {}]
  for (const [, key, value] of line.matchAll(/\b(src|dst|sport|dport|bytes)=(\S+)/g)) {
    const way = ways[0][key as keyof FlowDirection] === undefined ? ways[0] : ways[1]
    way[key as keyof FlowDirection] = value
  }
  return ways
}

/** Private, link-local, carrier-grade NAT, or the host itself. */
const inside =
  /^(10\.|127\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|::1$|fe[89ab]|f[cd]|22[4-9]\.|2[3-5]\d\.|ff)/i
const isInside = (address: string) => inside.test(address)
