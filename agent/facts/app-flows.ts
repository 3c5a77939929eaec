import { applicationOfName, applicationOfPort } from '@belvedere/pure/network/applications.ts'
import { compressIpv6, parseIpv6 } from '@belvedere/pure/network/ipv6.ts'
import { readNumber } from '../host/read-file.ts'
import { readTracking } from './connections.ts'
import type { DnsNames } from './dns-names.ts'

/** One tracked connection between inside and outside. */
export interface Flow {
  /** Same as long as the connection lasts. */
  key: string
  protocol: string
  /** The end inside, as the network inside knows it. */
  inside: string
  /** The end outside, and its port when the connection was begun from inside, else the port inside that was asked for. */
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

/** Connections that are remembered from one report to the next. */
const mostFlows = 65_536

/** Octets from outside, and towards it. */
export interface Octets {
  rx: number
  tx: number
}

export interface Metered {
  apps: AppOctets[]
  /** What passed since the look before, by address inside. */
  inside: ReadonlyMap<string, Octets>
}

/** Octets by application since the agent started, and by address inside since the look before; undefined while the kernel does not count them. */
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

/** The table of connections writes all digits of an IPv6 address, the table of neighbours does not. */
function asNeighbour(address: string): string {
  const value = address.includes(':') ? parseIpv6(address) : undefined
  return value === undefined ? address : compressIpv6(value)
}

/** The kernel counts octets of connections: nf_conntrack_acct is on. */
export const countsFlows = async (): Promise<boolean> =>
  (await readNumber('/proc/sys/net/netfilter/nf_conntrack_acct')) === 1

/** Adds up, by application, what connections moved from one look to the next. What ends between two looks is seen up to the last. */
export class AppCounter {
  readonly #nameOf: (address: string) => string | undefined
  readonly #apps = new Map<string, { rx: number; tx: number }>()
  /** Undefined before the first look: what connections moved until then is nobody's to tell. */
  #known: Map<string, CountedFlow> | undefined

  constructor(nameOf: (address: string) => string | undefined) {
    this.#nameOf = nameOf
  }

  /** `each` is told what every connection moved since the last look. */
  count(flows: readonly Flow[], each?: (flow: Flow, rx: number, tx: number) => void): void {
    const now = new Map<string, CountedFlow>()
    for (const flow of flows.slice(0, mostFlows)) {
      const { key, protocol, outside, port, rx, tx } = flow
      const before = this.#known?.get(key)
      // a name may be learnt after the first packet; once a connection has one it keeps it
      const app = before && before.app !== 'web' ? before.app : this.#appOf(protocol, outside, port)
      // smaller than before: another connection between the same ends
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

/** Lines of the tracking table with octets, of connections that leave the site. */
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
    // begun from outside, by a port that is forwarded: what was sent first came in
    if (!from && isInside(back.src ?? ''))
      return [{ key, protocol, inside: back.src ?? '', outside: out.src, port, rx: sent, tx: answered }]
    return [{ key, protocol, inside: out.src, outside: out.dst, port, rx: answered, tx: sent }]
  })
}

type FlowDirection = Partial<Record<'src' | 'dst' | 'sport' | 'dport' | 'bytes', string>>

/** `src=… dst=… sport=… dport=… packets=… bytes=…` twice: the way out, then the way back. */
function waysOf(line: string): [FlowDirection, FlowDirection] {
  const ways: [FlowDirection, FlowDirection] = [{}, {}]
  for (const [, key, value] of line.matchAll(/\b(src|dst|sport|dport|bytes)=(\S+)/g)) {
    const way = ways[0][key as keyof FlowDirection] === undefined ? ways[0] : ways[1]
    way[key as keyof FlowDirection] = value
  }
  return ways
}

/** Private, link-local, shared with the provider, or the host itself. */
const inside =
  /^(10\.|127\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|::1$|fe[89ab]|f[cd]|22[4-9]\.|2[3-5]\d\.|ff)/i
const isInside = (address: string) => inside.test(address)
