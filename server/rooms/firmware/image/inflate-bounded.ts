import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { firmwareErrors as errors } from '@belvedere/contract/rooms/firmware/errors.ts'
import { refuse } from '../../../kernel/refuse.ts'
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

/** Unpacks a gzip file piece by piece without keeping it. Its end proves its checksum. */
export async function* inflated(source: ImageSource): AsyncGenerator<Buffer, void> {
  const unpacked = createGunzip()
  const packed = pipeline(source.stream(0, source.size - 1), unpacked)
  packed.catch(() => {})
  let bytes = 0
  try {
    for await (const piece of unpacked as AsyncIterable<Buffer>) {
      bytes += piece.length
      requireBounded(source.size, bytes)
      yield piece
    }
    await packed
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    // the archive ended and something else follows, as a signature does
    if (code === 'Z_BUF_ERROR') throw refuse(errors.truncated, { detail: 'gzip' })
    if (code.startsWith('Z_')) throw refuse(errors.damaged, { detail: 'gzip' })
    throw error
  }
}
