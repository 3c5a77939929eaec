import { sha256 } from '@noble/hashes/sha2.js'
import { leadingZeroBits, workText } from '@belvedere/pure/sign-in/proof-of-work.ts'

/** Number of hashes between two pauses for rendering: a few milliseconds on a slow phone. */
const stretch = 1_000
const encoder = new TextEncoder()

/**
 * Finds a text whose hash with the puzzle starts with the given number of zero bits. The browser's SHA-256 is not
 * used, because it is not available over plain HTTP.
 */
export async function findWork(puzzle: string, bits: number, signal: AbortSignal): Promise<string> {
  for (let at = 0; ; at++) {
    if (at % stretch === 0) {
      await new Promise((resolve) => setTimeout(resolve))
      signal.throwIfAborted()
    }
    const nonce = at.toString(36)
    if (leadingZeroBits(sha256(encoder.encode(workText(puzzle, nonce)))) >= bits) return nonce
  }
}
