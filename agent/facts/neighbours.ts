import { compact, type LooseJson, number, objects, text, texts } from '../loose.ts'
import { readText } from '../host/read-file.ts'
import { runJson } from '../host/run-tool.ts'

/** One entry of the ARP or neighbour discovery table. */
export interface Neighbour {
  address: string
  mac?: string
  device: string
  /** State in the kernel's terms: REACHABLE, STALE, DELAY, FAILED, PERMANENT … */
  state: string
  /** Seconds since it was last confirmed. */
  confirmed_s?: number
  router: boolean
}

const most = 16_384

/** Both families from `ip -j neigh`, or IPv4 alone from /proc/net/arp. */
export async function readNeighbours(): Promise<Neighbour[]> {
  const printed = await runJson('ip', ['-j', '-s', 'neigh', 'show'], { max: 16 << 20 })
  if (printed !== undefined) return objects(printed).slice(0, most).map(neighbourOf)
  return fromArp((await readText('/proc/net/arp', 4 << 20)) ?? '')
}

export function neighbourOf(entry: LooseJson): Neighbour {
  return compact({
    address: text(entry.dst) ?? '',
    mac: text(entry.lladdr)?.toLowerCase(),
    device: text(entry.dev) ?? '',
    state: texts(entry.state)[0] ?? 'NONE',
    confirmed_s: number(entry.confirmed),
    router: 'router' in entry,
  })
}

/** /proc/net/arp; flag 2 means complete, 4 permanent. */
export function fromArp(table: string): Neighbour[] {
  const rows = table
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
  return rows
    .filter((row) => row.length >= 6)
    .slice(0, most)
    .map(([address = '', , flags = '0', mac = '', , device = '']) => {
      const bits = Number.parseInt(flags, 16)
      const complete = (bits & 2) === 2
      const state = bits & 4 ? 'PERMANENT' : complete ? 'REACHABLE' : 'INCOMPLETE'
      return compact({ address, mac: complete ? mac.toLowerCase() : undefined, device, state, router: false })
    })
}

export interface Learned {
  bridge: string
  mac: string
  port: string
  vlan?: number
  /** Seconds since the last frame from it. */
  heard_s?: number
}

/** The port of a bridge on which a MAC address was learned. */
export async function readLearned(): Promise<Learned[]> {
  const printed = await runJson('bridge', ['-j', '-s', 'fdb', 'show'], { max: 16 << 20 })
  const learned = objects(printed).filter(
    (entry) => text(entry.master) && text(entry.mac) && entry.state !== 'permanent',
  )
  return learned.slice(0, most).map((entry) =>
    compact({
      bridge: text(entry.master) ?? '',
      mac: String(entry.mac).toLowerCase(),
      port: text(entry.ifname) ?? '',
      vlan: number(entry.vlan),
      heard_s: number(entry.updated),
    }),
  )
}
