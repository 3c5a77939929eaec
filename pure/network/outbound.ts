import { formatIpv4, parseIpv4 } from './ipv4.ts'
import { parseIpv6 } from './ipv6.ts'

/**
 * Which addresses the server may contact for a customer: one rule for messages (webhooks) and for monitors. Only addresses are
 * evaluated here. A caller with a host name resolves it once, evaluates the result and connects to exactly that address.
 */

/** The class of an address. `never`: cloud metadata, link-local, multicast, unspecified, and addresses that no host has. */
export type AddressPlace = 'public' | 'private' | 'loopback' | 'never'

/** A block of addresses of one family. */
export interface AddressBlock {
  readonly v6: boolean
  readonly first: bigint
  readonly length: number
}

/** The outbound policy. */
export interface Allowance {
  /** Addresses of the public internet. */
  readonly public: boolean
  /** Private networks (RFC 1918, RFC 6598, RFC 4193). */
  readonly private: boolean
  /** Allowed regardless of the two flags. */
  readonly listed: readonly AddressBlock[]
  /** Listed by the operator of the machine. Only this list may contain loopback, and single addresses of the machine itself. */
  readonly trusted: readonly AddressBlock[]
  /** Addresses of the machine itself. */
  readonly own: readonly string[]
}

/** Why an address is refused. */
export type Forbidden = 'notAnAddress' | 'never' | 'itself' | 'notListed'

const network = (text: string): AddressBlock => parseNetwork(text) as AddressBlock

/** Cloud services that return credentials of the machine: some have private or public addresses. */
const metadata = ['169.254.169.254', '100.100.100.200', '168.63.129.16', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254']

const places: readonly (readonly [AddressBlock, AddressPlace])[] = (
  [
    ...metadata.map((one) => [one, 'never'] as const),
    ['0.0.0.0/8', 'never'],
    ['10.0.0.0/8', 'private'],
    ['100.64.0.0/10', 'private'],
    ['127.0.0.0/8', 'loopback'],
    ['169.254.0.0/16', 'never'],
    ['172.16.0.0/12', 'private'],
    ['192.0.0.0/24', 'never'],
    ['192.168.0.0/16', 'private'],
    ['198.18.0.0/15', 'private'],
    ['224.0.0.0/3', 'never'],
    ['::1', 'loopback'],
    ['::/96', 'never'],
    ['64:ff9b:1::/48', 'never'],
    ['2001::/32', 'never'],
    ['fc00::/7', 'private'],
    ['fe80::/10', 'never'],
    ['fec0::/10', 'never'],
    ['ff00::/8', 'never'],
  ] as const
).map(([text, place]) => [network(text), place])

/** IPv6 blocks that embed an IPv4 address, and its distance from the end. */
const carriers = [
  // packets to these use IPv4, and the plain notation exists
  { block: network('::ffff:0:0/96'), shift: 0n, plain: false },
  { block: network('::ffff:0:0:0/96'), shift: 0n, plain: false },
  { block: network('::/96'), shift: 0n, plain: false },
  { block: network('2002::/16'), shift: 80n, plain: false },
  // NAT64: names of IPv4 hosts resolve to these where a network has only IPv6
  { block: network('64:ff9b::/96'), shift: 0n, plain: true },
]

/** The class of an address; undefined for anything but an address in its standard notation (names, octal, decimal, zones). */
export function placeOfAddress(text: string): AddressPlace | undefined {
  const address = parseAddress(text)
  return address && placeOf(address)
}

function placeOf(address: ParsedAddress): AddressPlace {
  const own = places.find(([block]) => contains(block, address))?.[1]
  if (own === 'loopback') return own
  const carrier = carriers.find(({ block }) => contains(block, address))
  if (!carrier) return own ?? (address.v6 && address.value >> 125n !== 1n ? 'never' : 'public')
  const inner = placeOf({ v6: false, value: (address.value >> carrier.shift) & 0xffffffffn })
  return inner === 'public' && !carrier.plain ? 'never' : inner
}

/** Why an address is refused; undefined: it is allowed. */
export function forbidden(text: string, allowed: Allowance): Forbidden | undefined {
  const written = parseAddress(text)
  if (!written) return 'notAnAddress'
  const place = placeOf(written)
  if (place === 'never') return 'never'
  const address = bare(written)
  const holds = (one: AddressBlock) => contains(one, address)
  const trusted = allowed.trusted.filter(holds)
  if (place === 'loopback') return trusted.some((one) => isLoopback(one)) ? undefined : 'itself'
  if (allowed.own.some((one) => same(one, address)))
    return trusted.some(({ v6, length }) => length === (v6 ? 128 : 32)) ? undefined : 'itself'
  if (allowed[place] || trusted.length > 0 || allowed.listed.some(holds)) return undefined
  return 'notListed'
}

/** True for an address outside the public internet, or an invalid one. */
export const isInside = (text: string): boolean => placeOfAddress(text) !== 'public'

/** A block from user input: `10.0.0.0/8`, `fd00::/8`, or one address. Undefined when invalid. */
export function parseNetwork(text: string): AddressBlock | undefined {
  const [host = '', bits, ...more] = text.trim().split('/')
  const address = parseAddress(host)
  if (!address || more.length > 0) return undefined
  const width = address.v6 ? 128 : 32
  if (bits !== undefined && !/^(0|[1-9]\d{0,2})$/.test(bits)) return undefined
  const length = bits === undefined ? width : Number(bits)
  if (length > width) return undefined
  const rest = BigInt(width - length)
  return { v6: address.v6, first: (address.value >> rest) << rest, length }
}

/** The entries of an allow list: blocks, and the word `public` for the whole public internet. */
export function readNetworks(list: readonly string[]): { public: boolean; networks: AddressBlock[] } {
  return { public: list.includes('public'), networks: list.flatMap((one) => parseNetwork(one) ?? []) }
}

/** True for entries that an administrator may list in the console: no loopback, and no address of class `never`. */
export function mayBeListed(text: string): boolean {
  if (text === 'public') return true
  const block = parseNetwork(text)
  if (!block) return false
  const place = placeOf({ v6: block.v6, value: block.first })
  return block.length === 0 || place === 'public' || place === 'private'
}

interface ParsedAddress {
  v6: boolean
  value: bigint
}

function parseAddress(text: string): ParsedAddress | undefined {
  const v4 = parseIpv4(text)
  if (v4 !== undefined) return { v6: false, value: BigInt(v4) }
  const v6 = parseIpv6(text)
  return v6 === undefined ? undefined : { v6: true, value: v6 }
}

/** The IPv4 address embedded in an IPv6 address, as lists contain it. */
function bare(address: ParsedAddress): ParsedAddress {
  const carrier = address.v6 && carriers.find(({ block }) => contains(block, address))
  if (!carrier || address.value === 1n) return address
  return { v6: false, value: (address.value >> carrier.shift) & 0xffffffffn }
}

const contains = ({ v6, first, length }: AddressBlock, address: ParsedAddress) => {
  const rest = BigInt((v6 ? 128 : 32) - length)
  return v6 === address.v6 && address.value >> rest === first >> rest
}

const isLoopback = ({ v6, first, length }: AddressBlock) =>
  v6 ? first === 1n && length === 128 : length >= 8 && formatIpv4(Number(first)).startsWith('127.')

function same(text: string, { v6, value }: ParsedAddress): boolean {
  const own = parseAddress(text)
  return own?.v6 === v6 && own.value === value
}
