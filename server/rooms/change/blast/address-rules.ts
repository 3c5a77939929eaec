/** `::ffff:192.0.2.1` as the address it is. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:/i, '')
}

/** Of this very machine: it says nothing about the way. */
export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.')
}
