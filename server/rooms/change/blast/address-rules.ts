/** `::ffff:192.0.2.1` as the IPv4 address. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:/i, '')
}

/** An address of this machine: it says nothing about the path. */
export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.')
}
