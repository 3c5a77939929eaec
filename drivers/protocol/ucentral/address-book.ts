import { listOf, macOf, objectOf, textOf, textsOf, type Loose } from '../../kit/coerce.ts'

/** Addresses and names by MAC address, from leases and neighbour tables of a device. */
export type AddressBook = ReadonlyMap<string, Entry>

interface Entry {
  ip?: string
  ipv6?: string[]
  hostname?: string
  dhcp_class?: string
}

const MAX_ENTRIES = 8192

/** For devices without such data. */
const empty: AddressBook = new Map()

/** Leases first, then the neighbours: an address in use has priority over a leased one. */
export function addressBook(interfaces: readonly unknown[]): AddressBook {
  let book: Map<string, Entry> | undefined
  for (const one of interfaces) {
    const item = objectOf(one)
    const leases = objectOf(item.ipv4).leases
    if (leases === undefined && item.clients === undefined) continue
    book ??= new Map()
    for (const lease of listOf(leases, MAX_ENTRIES)) addLease(book, objectOf(lease))
    for (const client of listOf(item.clients, MAX_ENTRIES)) addClient(book, objectOf(client))
  }
  return book ?? empty
}

function entryOf(book: Map<string, Entry>, value: unknown): Entry | undefined {
  const mac = macOf(value)
  if (mac === undefined) return undefined
  let entry = book.get(mac)
  if (!entry && book.size < MAX_ENTRIES) book.set(mac, (entry = {}))
  return entry
}

function addLease(book: Map<string, Entry>, lease: Loose): void {
  const entry = entryOf(book, lease.mac)
  if (!entry) return
  entry.ip = textOf(lease.address, 15) ?? entry.ip
  // dnsmasq writes * for a client without a name
  const dhcp_class = textOf(lease.vendor_class, 64)
  if (dhcp_class !== undefined) entry.dhcp_class = dhcp_class
  if (lease.hostname !== '*') entry.hostname = textOf(lease.hostname, 64) ?? entry.hostname
}

function addClient(book: Map<string, Entry>, client: Loose): void {
  const ipv6 = textsOf(client.ipv6_addresses, 8, 45)
  const ip = textOf(listOf(client.ipv4_addresses, 1)[0], 15)
  const hostname = textOf(client.hostname, 64)
  if (ip === undefined && ipv6.length === 0 && hostname === undefined) return
  const entry = entryOf(book, client.mac)
  if (!entry) return
  if (ip !== undefined) entry.ip = ip
  if (ipv6.length > 0) entry.ipv6 = ipv6
  if (hostname !== undefined) entry.hostname = hostname
}
