/** Leading zero bits a browser has to find for one try at a question: some tenths of a second of its time. */
export const WORK_BITS = 17

/** What is hashed (SHA-256) to see whether `nonce` is work done for one puzzle. */
export const workText = (puzzle: string, nonce: string) => `${puzzle}:${nonce}`

/** Zero bits at the beginning of a hash, most significant bit of the first byte first. */
export function leadingZeroBits(hash: Uint8Array): number {
  const at = hash.findIndex((byte) => byte !== 0)
  return at < 0 ? hash.length * 8 : at * 8 + Math.clz32(hash[at] ?? 0) - 24
}
