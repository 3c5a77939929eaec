import type { InterfaceFact, NeighbourFact } from '../../kit/facts.ts'
import { wholeWithin } from '../../kit/coerce.ts'
import { oid } from './queries.ts'
import { columnOf, counterOf, hardwareOf, readableOf, rowsOf, type Variables, wholeOf } from './variables.ts'

const MOST = 256
/** IANAifType. */
const LOOPBACK = 24
/** Physical ports and radios; all other types are logical. */
const sockets: readonly unknown[] = [6, 62, 69, 71, 117]
/** ifOperStatus. */
const UP = 1
/** Maximum of ifSpeed; above it ifHighSpeed has the value. */
const TOP_SPEED = 4_294_967_295

/** Interfaces with the counters of ifXTable where the device has it, loopbacks left out. */
export function interfacesOf(variables: Variables): InterfaceFact[] | undefined {
  const plain = rowsOf(variables, oid.ifEntry)
  if (plain.size === 0) return undefined
  const wide = rowsOf(variables, oid.ifXEntry)
  const addresses = addressesOf(variables)
  const facts = new Map<string, InterfaceFact>()
  for (const [index, row] of plain) {
    if (row[3] === LOOPBACK || facts.size >= MOST) continue
    const more = wide.get(index) ?? {}
    const known = readableOf(more[1], 32) ?? readableOf(row[2], 32) ?? `if${index}`
    // stacked switches repeat names
    const name = facts.has(known) ? `${known.slice(0, 24)} ${index}`.slice(0, 32) : known
    facts.set(name, interfaceOf(name, row, more, addresses.get(index)))
  }
  return [...facts.values()]
}

function interfaceOf(
  name: string,
  row: Record<number, unknown>,
  more: Record<number, unknown>,
  addresses: string[] | undefined,
): InterfaceFact {
  const up = row[8] === UP
  return {
    name,
    role: sockets.includes(row[3]) ? 'port' : 'other',
    up,
    speed_mbps: up ? speedOf(row[5], more[15]) : undefined,
    mac: hardwareOf(row[6]),
    addresses,
    rx_bytes: counterOf(more[6], row[10]),
    tx_bytes: counterOf(more[10], row[16]),
    rx_packets: counterOf(more[7], row[11]),
    tx_packets: counterOf(more[11], row[17]),
    rx_dropped: wholeOf(row[13]),
    tx_dropped: wholeOf(row[19]),
    rx_errors: wholeOf(row[14]),
    tx_errors: wholeOf(row[20]),
  }
}

function speedOf(bits: unknown, megabits: unknown): number | undefined {
  const high = wholeWithin(megabits, 1, 10_000_000)
  if (high !== undefined) return high
  const low = wholeOf(bits, TOP_SPEED)
  return low && low < TOP_SPEED ? wholeWithin(low / 1_000_000, 1, 10_000_000) : undefined
}

/** Addresses with prefix length by interface index; the index of this table is the address itself. */
function addressesOf(variables: Variables): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const masks = columnOf(variables, `${oid.ipAddrEntry}.3`)
  for (const [address, ifIndex] of columnOf(variables, `${oid.ipAddrEntry}.2`)) {
    if (!/^(\d{1,3}\.){3}\d{1,3}$/.test(address) || address.startsWith('127.')) continue
    const list = found.get(String(ifIndex)) ?? []
    if (list.length < 16) list.push(`${address}/${prefixOf(masks.get(address))}`)
    found.set(String(ifIndex), list)
  }
  return found
}

function prefixOf(mask: unknown): number {
  if (typeof mask !== 'string') return 32
  const bits = mask.split('.').map((part) => Number(part).toString(2).replaceAll('0', '').length)
  return bits.length === 4
    ? Math.min(
        32,
        bits.reduce((all, one) => all + one, 0),
      )
    : 32
}

/** LLDP neighbours: the index is time mark, local port, number. */
export function neighboursOf(variables: Variables): NeighbourFact[] | undefined {
  const remotes = rowsOf(variables, oid.lldpRemEntry)
  if (remotes.size === 0) return undefined
  const ports = rowsOf(variables, oid.lldpLocPortEntry)
  return [...remotes].slice(0, MOST).map(([index, row]) => {
    const own = index.split('.')[1] ?? ''
    const local = ports.get(own) ?? {}
    return {
      port: readableOf(local[4], 32) ?? readableOf(local[3], 32) ?? (own || '?'),
      name: readableOf(row[9], 64),
      mac: hardwareOf(row[5]),
      remote_port: portNameOf(row[7]) ?? readableOf(row[8], 64),
      description: readableOf(row[10]),
    }
  })
}

/** A port is identified by text or by its MAC address. */
const portNameOf = (value: unknown) =>
  typeof value === 'string' && value.length === 6 && /[^\x20-\x7e]/.test(value)
    ? hardwareOf(value)
    : readableOf(value, 64)
