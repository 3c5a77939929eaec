import { compressIpv6, parseIpv6 } from '@belvedere/pure/ipv6.ts'

/** One spelling: without a zone, and IPv4 as IPv4 where a socket for both calls it `::ffff:192.0.2.1`. */
function plainAddress(address: string): string {
  return address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
}

/** Where somebody comes from, to be counted: an IPv4 address; of IPv6 the /64, of which one line has all addresses. */
export function placeOf(address: string): string {
  const plain = plainAddress(address)
  const value = plain.includes(':') ? parseIpv6(plain) : undefined
  return value === undefined ? plain : `${compressIpv6((value >> 64n) << 64n)}/64`
}
