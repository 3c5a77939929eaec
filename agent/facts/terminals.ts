import { compact } from '../loose.ts'
import { within } from './links.ts'
import type { Neighbour } from './neighbours.ts'
import type { Snapshot } from './snapshot.ts'

/** A client device behind this host, from the data of the kernel and of its servers. */
export interface HostTerminal {
  mac: string
  /** The LAN interface of the device. */
  device: string
  /** The bridge port or Wi-Fi interface, else the LAN interface itself. */
  port: string
  vlan?: number
  ipv4: string[]
  ipv6: string[]
  hostname?: string
  ssid?: string
  signal_dbm?: number
  /** Seconds since it was last confirmed present. */
  last_seen_s?: number
}

const gone = new Set(['FAILED', 'INCOMPLETE', 'NOARP', 'PERMANENT', 'NONE'])
const most = 4096

/** Terminals on the LAN interfaces: neighbours, learned bridge entries and Wi-Fi stations, named by the leases. */
export function terminalsOf(snapshot: Snapshot): HostTerminal[] {
  const found = new Map<string, HostTerminal>()
  const lan = new Set(snapshot.interfaces.filter((link) => link.role === 'lan').map((link) => link.name))
  const own = new Set(snapshot.interfaces.map((link) => link.mac))
  const enter = (mac: string, device: string): HostTerminal | undefined => {
    if (!lan.has(device) || own.has(mac) || !isUnicast(mac)) return undefined
    const known = found.get(mac)
    if (known || found.size >= most) return known
    const fresh: HostTerminal = { mac, device, port: device, ipv4: [], ipv6: [] }
    found.set(mac, fresh)
    return fresh
  }
  addNeighbours(snapshot, enter)
  addBridged(snapshot, enter)
  addStations(snapshot, enter)
  addLeases(snapshot, found)
  return [...found.values()].map(compact)
}

type EnterTerminal = (mac: string, device: string) => HostTerminal | undefined

function addNeighbours(snapshot: Snapshot, enter: EnterTerminal): void {
  for (const neighbour of snapshot.neighbours) {
    if (!neighbour.mac || gone.has(neighbour.state) || isLeftBehind(neighbour, snapshot)) continue
    const terminal = enter(neighbour.mac, neighbour.device)
    if (!terminal) continue
    const list = neighbour.address.includes(':') ? terminal.ipv6 : terminal.ipv4
    if (list.length < 16) list.push(neighbour.address)
    seen(terminal, neighbour.confirmed_s)
  }
}

/** The kernel keeps neighbours of a network that the interface has left; they are unreachable. */
function isLeftBehind({ address, device }: Neighbour, { interfaces }: Snapshot): boolean {
  if (address.includes(':')) return false
  const own = interfaces.find(({ name }) => name === device)?.addresses.filter(({ family }) => family === 4) ?? []
  return own.length > 0 && !within(address, own)
}

function addBridged(snapshot: Snapshot, enter: EnterTerminal): void {
  for (const { bridge, mac, port, vlan, heard_s } of snapshot.learned) {
    const terminal = enter(mac, bridge)
    if (!terminal) continue
    Object.assign(terminal, compact({ port, vlan }))
    seen(terminal, heard_s)
  }
}

function seen(terminal: HostTerminal, seconds: number | undefined): void {
  if (seconds !== undefined) terminal.last_seen_s = Math.min(seconds, terminal.last_seen_s ?? seconds)
}

function addStations(snapshot: Snapshot, enter: EnterTerminal): void {
  for (const point of snapshot.accessPoints) {
    const master = snapshot.interfaces.find((link) => link.name === point.device)?.master ?? point.device
    for (const station of point.stations) {
      const terminal = enter(station.mac, master)
      if (!terminal) continue
      terminal.port = point.device
      terminal.ssid = point.ssid
      terminal.signal_dbm = station.signal_dbm
      seen(terminal, station.inactive_s)
    }
  }
}

// A lease alone is not a terminal: the device may have left hours ago.
function addLeases(snapshot: Snapshot, found: Map<string, HostTerminal>): void {
  for (const lease of snapshot.leases) {
    const terminal = lease.mac ? found.get(lease.mac) : undefined
    if (!terminal) continue
    terminal.hostname = lease.hostname ?? terminal.hostname
    if (lease.family === 4 && !terminal.ipv4.includes(lease.address)) terminal.ipv4.push(lease.address)
  }
}

function isUnicast(mac: string): boolean {
  return (
    /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/.test(mac) &&
    (Number.parseInt(mac.slice(0, 2), 16) & 1) === 0 &&
    mac !== '00:00:00:00:00:00'
  )
}
