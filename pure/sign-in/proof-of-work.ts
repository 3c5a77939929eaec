/** Leading zero bits that a browser must find for one attempt: some tenths of a second of computation. */
export const WORK_BITS = 17

/** The text that is hashed (SHA-256) to verify that `nonce` solves a puzzle. */
export const workText = (puzzle: string, nonce: string) => `${puzzle}:${nonce}`

/** Number of leading zero bits of a hash, most significant bit of the first byte first. */
export function leadingZeroBits(hash: Uint8Array): number {
  const at = hash.findIndex((byte) => byte !== 0)
  return at < 0 ? hash.length * 8 : at * 8 + Math.clz32(hash[at] ?? 0) - 24
}
