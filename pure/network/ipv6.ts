import { formatIpv4, parseIpv4 } from './ipv4.ts'

const bits = 128n

/**
 * Parses an IPv6 address to an unsigned 128-bit number. The last part may be dotted IPv4. Undefined for anything else, zone
 * identifiers included.
 */
export function parseIpv6(text: string): bigint | undefined {
  const plain = withoutDots(text)
  if (plain === undefined || !/^[0-9a-f:]{2,39}$/i.test(plain)) return undefined
  const halves = plain.split('::')
  if (halves.length > 2) return undefined
  const [front = [], back = []] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const missing = 8 - front.length - back.length
  // `::` stands for at least one group
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined
  const groups = [...front, ...Array<string>(missing).fill('0'), ...back]
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined
  return groups.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n)
}

/** The dotted tail of `::ffff:192.0.2.1` as two groups; undefined when the tail is not an IPv4 address. */
function withoutDots(text: string): string | undefined {
  if (!text.includes('.')) return text
  const cut = text.lastIndexOf(':') + 1
  const tail = parseIpv4(text.slice(cut))
  return tail === undefined || cut === 0
    ? undefined
    : `${text.slice(0, cut)}${(tail >>> 16).toString(16)}:${(tail & 0xffff).toString(16)}`
}

const groupsOf = (value: bigint) =>
  Array.from({ length: 8 }, (_, at) => Number((value >> BigInt(112 - at * 16)) & 0xffffn).toString(16))

/** All eight groups with four digits each. */
export function expandIpv6(value: bigint): string {
  return groupsOf(value)
    .map((group) => group.padStart(4, '0'))
    .join(':')
}

/** The shortest form (RFC 5952): the longest run of zero groups, the first of equal ones, becomes `::`. */
export function compressIpv6(value: bigint): string {
  const groups = groupsOf(value)
  let [start, run] = [-1, 1]
  for (let at = 0; at < 8; at++) {
    let end = at
    while (end < 8 && groups[end] === '0') end++
    if (end - at > run) [start, run] = [at, end - at]
  }
  // IPv4-mapped addresses are written with their dots (RFC 5952 section 5)
  if (value >> 32n === 0xffffn) return `::ffff:${formatIpv4(Number(value & 0xffffffffn))}`
  if (start < 0) return groups.join(':')
  return `${groups.slice(0, start).join(':')}::${groups.slice(start + run).join(':')}`
}

export interface Ipv6Block {
  network: bigint
  /** Prefix length, 0..128. */
  length: number
  first: bigint
  last: bigint
  /** All addresses of the block. */
  size: bigint
}

/** The block of a length that contains an address. IPv6 has no broadcast: every address of the block is usable. */
export function ipv6BlockOf(address: bigint, length: number): Ipv6Block {
  const size = 1n << (bits - BigInt(length))
  const network = (address / size) * size
  return { network, length, first: network, last: network + size - 1n, size }
}

/** The address that a host with this MAC (48-bit number) derives in the /64 of `prefix` (RFC 4291, modified EUI-64). */
export function eui64Of(prefix: bigint, mac: bigint): bigint {
  const flipped = mac ^ (2n << 40n)
  const host = ((flipped >> 24n) << 40n) | (0xfffen << 24n) | (flipped & 0xffffffn)
  return ((prefix >> 64n) << 64n) | host
}

/** The MAC address in an address made by modified EUI-64; undefined for other addresses. */
export function macOfEui64(address: bigint): bigint | undefined {
  const host = address & 0xffffffffffffffffn
  if (((host >> 24n) & 0xffffn) !== 0xfffen) return undefined
  return (((host >> 40n) << 24n) | (host & 0xffffffn)) ^ (2n << 40n)
}

/** Name for the reverse look-up of one address: 32 digits and `ip6.arpa`. */
export function reverseIpv6(address: bigint): string {
  return zoneOf(address, 128)
}

/** The zones of the reverse names of a block: one when its length is a multiple of 4, up to 8 otherwise. */
export function reverseZones({ network, length }: Ipv6Block): string[] {
  const whole = Math.ceil(length / 4) * 4
  const step = 1n << BigInt(128 - whole)
  return Array.from({ length: 2 ** (whole - length) }, (_, at) => zoneOf(network + BigInt(at) * step, whole))
}

function zoneOf(address: bigint, length: number): string {
  const digits = address
    .toString(16)
    .padStart(32, '0')
    .slice(0, length / 4)
  return [...digits].reverse().concat('ip6', 'arpa').join('.')
}
