import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { firmwareErrors as errors } from '@belvedere/contract/rooms/firmware/errors.ts'
import { Refusal, refuse } from '../../../kernel/refuse.ts'
import type { ImageSource } from './image-source.ts'

/** Bytes an image may unpack to: more than any device of this kind has flash. */
const MOST = 4 * 2 ** 30
/** An image is compressed already; what grows more than so many times, beyond a few megabytes, is made to. */
const MOST_GROWTH = 100
const FREE = 64 << 20

/** Refuses what unpacks to far more than an image does. */
export function requireBounded(packed: number, bytes: number): void {
  if (bytes > MOST || (bytes > FREE && bytes > packed * MOST_GROWTH)) throw refuse(errors.bomb)
}

export const isGzip = (head: Buffer) => head[0] === 0x1f && head[1] === 0x8b

/** Unpacks a gzip file to its end without keeping it; each piece is shown to `see`. Proves its checksum. */
export async function inflateThrough(source: ImageSource, see: (piece: Buffer) => void): Promise<void> {
  let bytes = 0
  const count = async (pieces: AsyncIterable<Buffer>) => {
    for await (const piece of pieces) {
      bytes += piece.length
      requireBounded(source.size, bytes)
      see(piece)
    }
  }
  await pipeline(source.stream(0, source.size - 1), createGunzip(), count).catch((error: Error & { code?: string }) => {
    if (error instanceof Refusal) throw error
    // the archive ended and something else follows, as a signature does
    if (error.code === 'Z_BUF_ERROR') throw refuse(errors.truncated, { detail: 'gzip' })
    if (error.code?.startsWith('Z_')) throw refuse(errors.damaged, { detail: 'gzip' })
    throw error
  })
}
