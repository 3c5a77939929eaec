import { formatIpv4, maskOfLength, parseIpv4 } from './ipv4.ts'

/** A block of IPv4 addresses; all addresses are unsigned 32-bit numbers. */
export interface Ipv4Block {
  network: number
  /** Prefix length, 0..32. */
  length: number
  mask: number
  wildcard: number
  /** All addresses of the block. */
  size: number
  /** Addresses that hosts can have. */
  hosts: number
  first: number
  last: number
  /** Undefined for /31 and /32, which have none (RFC 3021). */
  broadcast: number | undefined
}

/** The block of a length that an address lies in. In /31 both addresses are hosts' (RFC 3021), /32 is one host. */
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

/** The block that an address with a prefix length lies in, `192.168.1.1/24`; undefined: the text is none. */
export function parseBlock(text: string): Ipv4Block | undefined {
  const [address = '', length = '', ...more] = text.split('/')
  const number = parseIpv4(address)
  const isLength = more.length === 0 && /^\d{1,2}$/.test(length) && Number(length) <= 32
  return number !== undefined && isLength ? blockOf(number, Number(length)) : undefined
}

export const formatBlock = ({ network, length }: Ipv4Block): string => `${formatIpv4(network)}/${length}`

/** Two blocks share addresses exactly when one lies in the other. */
export const overlap = (one: Ipv4Block, other: Ipv4Block): boolean =>
  ((one.network ^ other.network) & one.mask & other.mask) === 0

/** Longest prefix whose block has room for so many hosts beside its network and broadcast address; undefined when none has. */
export function lengthForHosts(count: number): number | undefined {
  const length = 32 - Math.ceil(Math.log2(count + 2))
  return length < 0 ? undefined : length
}

/** The fewest blocks that together are the addresses from `from` to `to`, both included. */
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
