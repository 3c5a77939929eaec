import { formatIpv4, maskOfLength, parseIpv4 } from './ipv4.ts'

/** A block of IPv4 addresses; all addresses are unsigned 32-bit numbers. */
export interface Ipv4Block {
  network: number
  /** Prefix length, 0..32. */
  length: number
  mask: number
  wildcard: number
  /** Number of all addresses of the block. */
  size: number
  /** Number of addresses for hosts. */
  hosts: number
  first: number
  last: number
  /** Undefined for /31 and /32, which have no broadcast address (RFC 3021). */
  broadcast: number | undefined
}

/** The block of a length that contains an address. In /31 both addresses are host addresses (RFC 3021), /32 is one host. */
export function blockOf(address: number, length: number): Ipv4Block {
  const mask = maskOfLength(length)
  const wildcard = ~mask >>> 0
  const network = (address & mask) >>> 0
  const end = network + wildcard
  const size = wildcard + 1
  const frame = { network, length, mask, wildcard, size }
  return length >= 31
    ? { ...frame, hosts: size, first: network, last: end, broadcast: undefined }
    : { ...frame, hosts: size - 2, first: network + 1, last: end - 1, broadcast: end }
}

/** The block of an address with a prefix length, `192.168.1.1/24`; undefined: invalid text. */
export function parseBlock(text: string): Ipv4Block | undefined {
  const [address = '', length = '', ...more] = text.split('/')
  const number = parseIpv4(address)
  const isLength = more.length === 0 && /^\d{1,2}$/.test(length) && Number(length) <= 32
  return number !== undefined && isLength ? blockOf(number, Number(length)) : undefined
}

export const formatBlock = ({ network, length }: Ipv4Block): string => `${formatIpv4(network)}/${length}`

/** Two blocks overlap exactly when one contains the other. */
export const overlap = (one: Ipv4Block, other: Ipv4Block): boolean =>
  ((one.network ^ other.network) & one.mask & other.mask) === 0

/**
 * Longest prefix whose block has room for this number of hosts besides its network and broadcast address; undefined when there is
 * none.
 */
export function lengthForHosts(count: number): number | undefined {
  const length = 32 - Math.ceil(Math.log2(count + 2))
  return length < 0 ? undefined : length
}

/** The smallest set of blocks that covers the addresses from `from` to `to`, both included. */
export function blocksBetween(from: number, to: number): Ipv4Block[] {
  const blocks: Ipv4Block[] = []
  for (let at = from; at <= to; ) {
    let length = 32
    while (length > 0 && at % 2 ** (33 - length) === 0 && at + 2 ** (33 - length) - 1 <= to) length--
    const block = blockOf(at, length)
    blocks.push(block)
    at += block.size
  }
  return blocks
}
