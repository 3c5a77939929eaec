import { formatBlock, parseBlock } from './cidr.ts'
import { formatIpv4, parseIpv4 } from './ipv4.ts'
import { compressIpv6, ipv6BlockOf, parseIpv6 } from './ipv6.ts'

/** An address of either family. */
export interface IpValue {
  family: 4 | 6
  value: bigint
}

/** An address with a prefix length: `192.168.1.1/24` or `2001:db8::/32`. */
export interface IpPrefix {
  family: 4 | 6
  /** The address as written, with host bits. */
  address: bigint
  /** The first address of the block. */
  network: bigint
  length: number
}

/** Undefined: invalid text. */
export function parseIp(text: string): IpValue | undefined {
  const four = parseIpv4(text)
  if (four !== undefined) return { family: 4, value: BigInt(four) }
  const six = parseIpv6(text)
  return six === undefined ? undefined : { family: 6, value: six }
}

/** Undefined: the text is not an address with a prefix length. */
export function parsePrefix(text: string): IpPrefix | undefined {
  const block = parseBlock(text)
  const [written = '', suffix = '', ...more] = text.split('/')
  const address = parseIp(written)
  if (!address) return undefined
  if (address.family === 4)
    return block && { family: 4, address: address.value, network: BigInt(block.network), length: block.length }
  const length = /^\d{1,3}$/.test(suffix) && more.length === 0 ? Number(suffix) : 129
  if (length > 128) return undefined
  return { family: 6, address: address.value, network: ipv6BlockOf(address.value, length).network, length }
}

/** The address in the format of the kernel. */
export const formatIp = ({ family, value }: IpValue): string =>
  family === 4 ? formatIpv4(Number(value)) : compressIpv6(value)

/** The block, without host bits. */
export function formatPrefix({ family, network, length }: IpPrefix): string {
  if (family === 6) return `${compressIpv6(network)}/${length}`
  const block = parseBlock(`${formatIpv4(Number(network))}/${length}`)
  return block ? formatBlock(block) : ''
}

/** Whether an address lies in the block. */
export function holds({ family, network, length }: IpPrefix, address: IpValue): boolean {
  const below = BigInt((family === 4 ? 32 : 128) - length)
  return family === address.family && address.value >> below === network >> below
}

/** Whether the first block contains the second, or equals it. */
export const covers = (outer: IpPrefix, inner: IpPrefix): boolean =>
  outer.length <= inner.length && holds(outer, { family: inner.family, value: inner.network })
