/** Parses an IPv4 address to an unsigned 32-bit number; undefined for anything but four decimal octets without leading zeros. */
export function parseIpv4(text: string): number | undefined {
  // some programs read a leading zero as octal and others as decimal, so it is rejected
  if (!/^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}$/.test(text)) return undefined
  const octets = text.split('.').map(Number)
  return octets.every((octet) => octet <= 255) ? octets.reduce((sum, octet) => sum * 256 + octet, 0) : undefined
}

/** Dotted decimal of an unsigned 32-bit number. */
export function formatIpv4(value: number): string {
  return octetsOf(value).join('.')
}

/** Dotted binary, `11000000.10101000.00000000.00000001`. */
export function binaryIpv4(value: number): string {
  return octetsOf(value)
    .map((octet) => octet.toString(2).padStart(8, '0'))
    .join('.')
}

/** The mask of a prefix length 0..32 as an unsigned 32-bit number. */
export function maskOfLength(length: number): number {
  // JavaScript shifts by 32 as by 0
  return length === 0 ? 0 : (0xffffffff << (32 - length)) >>> 0
}

/** Prefix length of a mask; undefined when its ones are not contiguous at the front. */
export function lengthOfMask(mask: number): number | undefined {
  const length = Math.clz32(~mask >>> 0)
  return maskOfLength(length) === mask >>> 0 ? length : undefined
}

/** Class of an address before CIDR: A, B, C, D (multicast) or E (reserved). */
export function classOfIpv4(value: number): 'A' | 'B' | 'C' | 'D' | 'E' {
  const first = value >>> 24
  if (first < 128) return 'A'
  if (first < 192) return 'B'
  if (first < 224) return 'C'
  return first < 240 ? 'D' : 'E'
}

/** Name for the reverse look-up of the address: `1.2.0.192.in-addr.arpa`. */
export function reverseIpv4(value: number): string {
  return `${octetsOf(value).reverse().join('.')}.in-addr.arpa`
}

const octetsOf = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255)
