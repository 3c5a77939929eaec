import { networkInterfaces } from 'node:os'
import { compact, isObject, type LooseJson, number, objects, text, texts } from '../loose.ts'
import { listFolder, readLine, readNumber } from '../host/read-file.ts'
import { runJson } from '../host/run-tool.ts'
import { type DhcpHeld, isHeld, readHeld } from './dhcp-held.ts'

export interface InterfaceAddress {
  family: 4 | 6
  address: string
  prefix: number
  scope: string
  /** Assigned by DHCP or router advertisement. */
  dynamic: boolean
  /** Seconds the address stays valid; absent: forever. */
  valid_s?: number
}

export interface HostCounters {
  rx_bytes: number
  tx_bytes: number
  rx_packets: number
  tx_packets: number
  rx_errors: number
  tx_errors: number
  rx_dropped: number
  tx_dropped: number
  multicast: number
  collisions: number
}

/** One network interface as the kernel reports it. */
export interface HostLink {
  name: string
  /** `ether`, `loopback`, or the kernel's kind: bridge, vlan, veth, wireguard, ppp, tun … */
  kind: string
  mac?: string
  mtu: number
  /** Administratively up. */
  enabled: boolean
  carrier: boolean
  /** The bridge or bond it belongs to. */
  master?: string
  parent?: string
  vlan?: number
  physical: boolean
  wireless: boolean
  speed_mbps?: number
  duplex?: 'full' | 'half'
  addresses: InterfaceAddress[]
  counters: HostCounters
}

// A container host can have thousands of virtual interfaces; a report must stay readable and small.
const mostLinks = 256
const forEver = 4_294_967_295

/** Every interface, from `ip -j`, or from /sys when that tool is missing or too old for JSON. */
export async function readLinks(): Promise<HostLink[]> {
  const printed = await runJson('ip', ['-j', '-d', '-s', 'addr'])
  const entries = objects(printed).filter((entry) => text(entry.ifname))
  const links = entries.length > 0 ? entries.slice(0, mostLinks).map(linkOf) : await linksFromSys()
  const held = await readHeld()
  return Promise.all(links.map((link) => addHardware(withHeld(link, held))))
}

/** Many DHCP clients do not set the lifetime of an address in the kernel. */
function withHeld(link: HostLink, held: DhcpHeld): HostLink {
  const isGiven = ({ family, scope, address }: InterfaceAddress) =>
    family === 4 && scope === 'global' && isHeld(held, link.name, address)
  return { ...link, addresses: link.addresses.map((one) => (isGiven(one) ? { ...one, dynamic: true } : one)) }
}

/** One element of `ip -j -d -s addr`. */
export function linkOf(entry: LooseJson): HostLink {
  const flags = texts(entry.flags)
  const info = isObject(entry.linkinfo) ? entry.linkinfo : {}
  const data = isObject(info.info_data) ? info.info_data : {}
  const name = text(entry.ifname, 32) ?? ''
  return compact({
    name,
    kind: text(info.info_kind) ?? text(entry.link_type) ?? 'unknown',
    mac: macOf(entry.address),
    mtu: number(entry.mtu) ?? 0,
    enabled: flags.includes('UP'),
    carrier: flags.includes('LOWER_UP'),
    master: text(entry.master),
    parent: text(entry.link),
    vlan: info.info_kind === 'vlan' ? number(data.id) : undefined,
    physical: false,
    wireless: false,
    addresses: objects(entry.addr_info).slice(0, 64).map(addressOf),
    counters: countersOf(entry.stats64 ?? entry.stats),
  })
}

function addressOf(info: LooseJson): InterfaceAddress {
  const valid = number(info.valid_life_time)
  return compact({
    family: info.family === 'inet6' ? (6 as const) : (4 as const),
    address: text(info.local) ?? '',
    prefix: number(info.prefixlen) ?? 0,
    scope: text(info.scope) ?? 'global',
    dynamic: info.dynamic === true,
    valid_s: valid === undefined || valid >= forEver ? undefined : valid,
  })
}

function countersOf(stats: unknown): HostCounters {
  const rx = isObject(stats) && isObject(stats.rx) ? stats.rx : {}
  const tx = isObject(stats) && isObject(stats.tx) ? stats.tx : {}
  const take = (from: LooseJson, key: string) => number(from[key]) ?? 0
  return {
    rx_bytes: take(rx, 'bytes'),
    tx_bytes: take(tx, 'bytes'),
    rx_packets: take(rx, 'packets'),
    tx_packets: take(tx, 'packets'),
    rx_errors: take(rx, 'errors'),
    tx_errors: take(tx, 'errors'),
    rx_dropped: take(rx, 'dropped'),
    tx_dropped: take(tx, 'dropped'),
    multicast: take(rx, 'multicast'),
    collisions: take(tx, 'collisions'),
  }
}

function macOf(value: unknown): string | undefined {
  const mac = text(value)?.toLowerCase()
  return mac && /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/.test(mac) && mac !== '00:00:00:00:00:00' ? mac : undefined
}

async function linksFromSys(): Promise<HostLink[]> {
  const names = (await listFolder('/sys/class/net')).slice(0, mostLinks)
  return Promise.all(names.map(linkFromSys))
}

/** Data of one interface from /sys; addresses come from the C library. */
export async function linkFromSys(name: string): Promise<HostLink> {
  const at = `/sys/class/net/${name}`
  const counter = async (file: string) => (await readNumber(`${at}/statistics/${file}`)) ?? 0
  const names = ['bytes', 'packets', 'errors', 'dropped'].flatMap((what) => [`rx_${what}`, `tx_${what}`])
  const values = await Promise.all([...names, 'multicast', 'collisions'].map(counter))
  const flags = (await readNumber(`${at}/flags`)) ?? 0
  return compact({
    name,
    kind: flags & 8 ? 'loopback' : 'ether',
    mac: macOf(await readLine(`${at}/address`)),
    mtu: (await readNumber(`${at}/mtu`)) ?? 0,
    enabled: (flags & 1) === 1,
    carrier: (await readNumber(`${at}/carrier`)) === 1,
    physical: false,
    wireless: false,
    addresses: libraryAddresses(name),
    counters: Object.fromEntries([...names, 'multicast', 'collisions'].map((key, i) => [key, values[i] ?? 0])) as never,
  })
}

function libraryAddresses(name: string): InterfaceAddress[] {
  return (networkInterfaces()[name] ?? []).map((info) => ({
    family: info.family === 'IPv6' ? 6 : 4,
    address: info.address,
    prefix: Number(info.cidr?.split('/')[1] ?? 0),
    scope: info.internal ? 'host' : info.address.startsWith('fe80:') ? 'link' : 'global',
    dynamic: false,
  }))
}

async function addHardware(link: HostLink): Promise<HostLink> {
  const at = `/sys/class/net/${link.name}`
  const [speed, duplex, files] = await Promise.all([
    readNumber(`${at}/speed`),
    readLine(`${at}/duplex`),
    listFolder(at),
  ])
  return compact({
    ...link,
    physical: files.includes('device'),
    wireless: files.includes('wireless') || files.includes('phy80211'),
    speed_mbps: link.carrier && speed !== undefined && speed > 0 ? speed : undefined,
    duplex: link.carrier && (duplex === 'full' || duplex === 'half') ? duplex : undefined,
  })
}

/** Whether an IPv4 address lies in a network of these addresses. */
export function within(address: string, nets: readonly InterfaceAddress[]): boolean {
  const value = ipv4(address)
  return nets.some(
    ({ address: own, prefix }) =>
      value !== undefined && prefix > 0 && (value ^ (ipv4(own) ?? 0)) >>> (32 - prefix) === 0,
  )
}

function ipv4(address: string): number | undefined {
  const parts = address.split('.').map(Number)
  return parts.length === 4 && parts.every((part) => part >= 0 && part < 256)
    ? parts.reduce((sum, part) => (sum << 8) | part, 0)
    : undefined
}
