import { sha256 } from '@noble/hashes/sha2.js'
import { leadingZeroBits, workText } from '@belvedere/pure/sign-in/proof-of-work.ts'

/** Hashes between two pauses for the page: some milliseconds on a slow telephone. */
const stretch = 1_000
const encoder = new TextEncoder()

/** A text whose hash together with the puzzle begins with so many zero bits. Not by the browser's own SHA-256: plain HTTP has none. */
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
