import { maskOfLength, parseIpv4 } from '@belvedere/pure/ipv4.ts'

/** Is the address, with or without prefix length, in the network `lan` (`192.168.1.1/24`)? False for what is no IPv4. */
export function inSubnet(address: string, lan: string): boolean {
  const [base = '', length = ''] = lan.split('/')
  const [a, b, bits] = [parseIpv4(address.split('/')[0] ?? ''), parseIpv4(base), Number(length)]
  if (a === undefined || b === undefined || !Number.isInteger(bits) || bits < 1 || bits > 32) return false
  const mask = maskOfLength(bits)
  return (a & mask) === (b & mask)
}

/** `::ffff:192.0.2.1` as the address it is. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:/i, '')
}

/** Of this very machine: it says nothing about the way. */
export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.')
}
