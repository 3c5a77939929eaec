import type { DeviceFacts, InterfaceFact, NeighbourFact, TerminalFact } from '@belvedere/contract/rooms/device/facts.ts'
import { blockOf } from '@belvedere/pure/network/cidr.ts'
import { formatIpv4, parseIpv4 } from '@belvedere/pure/network/ipv4.ts'

/** How a device knows another one. */
export const linkSource = { line: 0, lldp: 1, port: 2, radio: 3, address: 4, shared: 5, tunnel: 6 } as const

/** One link that a device reports. */
export interface LinkObservation {
  source: number
  /** The reporting device's socket, or the name of its wireless network. */
  port: string
  /** Hardware address; without one, the reported name; network of a tunnel; gateway of a line. */
  peer: string
  name: string
  remote_port: string
  detail: string
  /** It has further devices behind it. */
  equipment: boolean
}

/** Maximum for one device. */
const MOST = 256
const blank = { name: '', remote_port: '', detail: '', equipment: true }

/**
 * The links in a report; undefined when it contains none. `isOwn`: the hardware address of a managed device.
 * `wasShared`: ports that had several addresses behind them before; they stay shared until they have none.
 */
export function sightsOf(
  facts: DeviceFacts,
  isOwn: (mac: string) => boolean,
  wasShared: (port: string) => boolean,
): LinkObservation[] | undefined {
  if (!facts.neighbours && !facts.terminals && !facts.wans) return undefined
  const neighbours = (facts.neighbours ?? []).map(neighbour).filter(({ peer }) => peer !== '')
  const reported = new Set(neighbours.map(({ port }) => port))
  const terminals = facts.terminals ?? []
  const all = [
    ...(facts.wans ?? []).flatMap(line),
    ...neighbours,
    ...terminals.filter(({ mac }) => isOwn(mac)).map(ownDevice),
    ...sharedPorts(terminals, reported, wasShared),
    ...(facts.interfaces ?? []).flatMap(tunnel),
  ]
  const once = new Map(all.map((one) => [keyOf(one), one]))
  return [...once.values()].slice(0, MOST)
}

/** Two observations of the same link have the same key. */
export const keyOf = ({ source: how, port, peer }: Pick<LinkObservation, 'source' | 'port' | 'peer'>) =>
  `${how} ${port} ${peer}`

function line({ name, up, type, gateway = '' }: NonNullable<DeviceFacts['wans']>[number]): LinkObservation[] {
  return up && type !== 'disabled'
    ? [{ ...blank, source: linkSource.line, port: name.slice(0, 32), peer: gateway.slice(0, 64) }]
    : []
}

function neighbour({
  port,
  mac,
  name = '',
  remote_port = '',
  description = '',
  capabilities = [],
}: NeighbourFact): LinkObservation {
  return {
    source: linkSource.lldp,
    port: port.slice(0, 32),
    peer: mac ?? name.slice(0, 64),
    name: name.slice(0, 64),
    remote_port: remote_port.slice(0, 64),
    detail: description.slice(0, 128),
    equipment: isEquipment(capabilities),
  }
}

/** A telephone may act as a bridge too, but is a terminal. A neighbour without capabilities counts as equipment. */
function isEquipment(words: readonly string[]): boolean {
  if (words.length === 0) return true
  return (
    !words.some((word) => /phone/i.test(word)) &&
    words.some((word) => /bridge|router|wlan|repeater|switch|access.?point/i.test(word))
  )
}

function ownDevice({ mac, link, port, ssid }: TerminalFact): LinkObservation {
  if (link !== 'wired')
    return { ...blank, source: linkSource.radio, port: (ssid ?? '').slice(0, 32), peer: mac, detail: link }
  return { ...blank, source: port ? linkSource.port : linkSource.address, port: (port ?? '').slice(0, 32), peer: mac }
}

/** Several addresses behind a socket whose other end does not identify itself: there is a node in between. */
function sharedPorts(
  terminals: readonly TerminalFact[],
  reported: ReadonlySet<string>,
  wasShared: (port: string) => boolean,
): LinkObservation[] {
  const counts = new Map<string, number>()
  for (const { link, port } of terminals) {
    if (link === 'wired' && port && !reported.has(port))
      counts.set(port.slice(0, 32), (counts.get(port.slice(0, 32)) ?? 0) + 1)
  }
  const shared = [...counts].filter(([port, count]) => count > 1 || wasShared(port))
  return shared.map(([port]) => ({ ...blank, source: linkSource.shared, port, peer: '' }))
}

const isTunnel = /^(wg|tun|tap|gre|ipip|sit|vxlan|vti|ipsec|zt|tailscale|l2tp|ppp-vpn)/i

/** Both ends of a tunnel have an address of its network. */
function tunnel({ name, up, addresses = [] }: InterfaceFact): LinkObservation[] {
  if (!up || !isTunnel.test(name)) return []
  const networks = addresses.flatMap(networkOf)
  return networks.slice(0, 4).map((peer) => ({ ...blank, source: linkSource.tunnel, port: name.slice(0, 32), peer }))
}

function networkOf(address: string): string[] {
  const [base = '', length = ''] = address.split('/')
  const [value, bits] = [parseIpv4(base), Number(length)]
  if (value === undefined || !Number.isInteger(bits) || bits < 8 || bits > 31) return []
  return [`${formatIpv4(blockOf(value, bits).network)}/${bits}`]
}

/** The identities of a device, and the networks that it offers. */
export interface NodeReport {
  macs: string[]
  lans: string[]
  wans: string[]
  ssids: string[]
  /** JSON of the settings of its radios; null: not in this report. */
  radios: string | null
}

/** Maximum number of stored radios of one device. */
const MOST_RADIOS = 8

const radiosOf = (radios: NonNullable<DeviceFacts['radios']>): string =>
  JSON.stringify(
    radios.slice(0, MOST_RADIOS).map(({ band, channel, width_mhz, tx_power_dbm }) => ({
      band,
      channel,
      width: width_mhz,
      power: tx_power_dbm === undefined ? null : Math.round(tx_power_dbm),
    })),
  )

export function nodeOf(facts: DeviceFacts): NodeReport {
  const interfaces = (facts.interfaces ?? []).slice(0, 600)
  const ssids = (facts.ssids ?? []).slice(0, 128)
  const once = (list: readonly (string | undefined)[]) =>
    [...new Set(list.filter((one) => one !== undefined && one !== ''))] as string[]
  return {
    macs: once([...interfaces.map(({ mac }) => mac), ...ssids.map(({ bssid }) => bssid)]).sort(),
    lans: once(interfaces.filter(({ role }) => role === 'lan').flatMap(({ addresses }) => addresses ?? [])).slice(
      0,
      64,
    ),
    wans: once((facts.wans ?? []).filter(({ up }) => up).flatMap(({ addresses }) => addresses)).slice(0, 32),
    ssids: once(ssids.map(({ ssid }) => ssid.slice(0, 32))).sort(),
    radios: facts.radios ? radiosOf(facts.radios) : null,
  }
}
