import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { firmwareErrors as errors } from '@belvedere/contract/rooms/firmware/errors.ts'
import { refuse } from '../../../kernel/refuse.ts'
import type { ImageSource } from './image-source.ts'

/** Maximum number of bytes of an unpacked image: more than the flash of any such device. */
const MOST = 4 * 2 ** 30
/**
 * Maximum growth factor, beyond a few megabytes. Images are compressed already; a file that grows more is malicious.
 */
const MOST_GROWTH = 100
const FREE = 64 << 20

/** Refuses a file that unpacks to far more than an image. */
export function requireBounded(packed: number, bytes: number): void {
  if (bytes > MOST || (bytes > FREE && bytes > packed * MOST_GROWTH)) throw refuse(errors.bomb)
}

export const isGzip = (head: Buffer) => head[0] === 0x1f && head[1] === 0x8b

/** Unpacks a gzip file in parts without storing it. Its end verifies its checksum. */
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
    // the archive ended and other data follows, such as a signature
    if (code === 'Z_BUF_ERROR') throw refuse(errors.truncated, { detail: 'gzip' })
    if (code.startsWith('Z_')) throw refuse(errors.damaged, { detail: 'gzip' })
    throw error
  }
}
