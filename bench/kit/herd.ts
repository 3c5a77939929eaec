import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { issueDeviceCertificates } from '@belvedere/fleet/client/certificates.ts'
import { type SideProcess, startSideProcess } from './side-process.ts'
import type { MessageKind } from './messages.ts'

/** Many small device connections in separate processes. */
export interface Herd {
  readonly serials: readonly string[]
  /** Opens the missing connections; returns when all are open, with the number of refused attempts. */
  connect(port: number, concurrency?: number): Promise<{ connected: number; failed: number }>
  /** `only`: the device with this serial number. */
  send(how: {
    each: number
    perSecond: number
    kind: MessageKind
    share?: number
    only?: string
  }): Promise<{ sent: number; ms: number }>
  /** Prepares the delivery of each agent: `count` rows from number `first` on, one per minute from `from` (unix seconds) on. */
  prepare(how: { first: number; count: number; from: number; now: number }): Promise<void>
  /** All agents deliver at once; ms until the gateway has confirmed each delivery. */
  handIn(): Promise<{ ms: number }>
  stats(): Promise<{ connected: number; answered: number; lost: number }>
  close(): Promise<void>
  stop(): void
}

/** The limit of open files applies to a process; a few thousand sockets each stay well below it. */
const PER_PROCESS = 5000

/** `agents`: the clients connect as agents of the product. */
export async function makeHerd(caDir: string, count: number, first = 1, agents = false): Promise<Herd> {
  const serials = Array.from({ length: count }, (_, n) =>
    (0x0c_be_00_00_00_00 + first + n).toString(16).padStart(12, '0'),
  )
  const { key, ca, certificates } = await issueDeviceCertificates(caDir, serials)
  const file = join(mkdtempSync(join(tmpdir(), 'belvedere-herd-')), 'certificates.json')
  writeFileSync(file, JSON.stringify({ key, ca, certs: Object.fromEntries(certificates) }), { mode: 0o600 })
  const children: { order: ChildOrder; helper: SideProcess; serials: string[] }[] = []
  for (let at = 0; at < count; at += PER_PROCESS) {
    const helper = startSideProcess('kit/herd-child.ts')
    children.push({ helper, order: orderOf(helper), serials: serials.slice(at, at + PER_PROCESS) })
  }
  const all = async (name: string, payload: (one: { serials: string[] }) => object) => {
    const parts = await Promise.all(children.map((one) => one.order(name, payload(one))))
    const sum: Record<string, number> = {}
    for (const part of parts)
      for (const [key, value] of Object.entries(part))
        sum[key] = key === 'ms' ? Math.max(sum[key] ?? 0, value) : (sum[key] ?? 0) + value
    return sum as never
  }
  return {
    serials,
    connect: (port, concurrency = 40) =>
      all('connect', ({ serials: own }) => ({
        port,
        certificates: file,
        serials: own,
        concurrency: Math.ceil(concurrency / children.length),
        agents,
      })),
    send: (how) => all('send', () => ({ ...how, perSecond: how.perSecond / children.length })),
    prepare: async (how) => void (await all('prepare', () => how)),
    handIn: () => all('handIn', () => ({})),
    stats: () => all('stats', () => ({})),
    close: async () => void (await all('close', () => ({}))),
    stop: () => {
      for (const { helper } of children) void helper.stop()
    },
  }
}

type ChildOrder = (name: string, payload: object) => Promise<Record<string, number>>

interface ChildAnswer {
  id: number
  data: Record<string, number>
  failed?: string
}

/** An order fails if the process ends before its answer. */
function orderOf(helper: SideProcess): ChildOrder {
  const waiting = new Map<number, { resolve(data: Record<string, number>): void; reject(why: Error): void }>()
  let ended: Error | undefined
  let orders = 0
  helper.hear(
    ({ id, data, failed }: ChildAnswer) => {
      const one = waiting.get(id)
      waiting.delete(id)
      if (failed) one?.reject(new Error(failed))
      else one?.resolve(data)
    },
    (why) => {
      ended = why
      for (const { reject } of waiting.values()) reject(why)
    },
  )
  return (name, payload) =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended)
      const id = ++orders
      waiting.set(id, { resolve, reject })
      helper.send({ id, order: name, payload })
    })
}
