import { callbackify } from 'node:util'
import { firmwareErrors as errors } from '@belvedere/contract/rooms/firmware/errors.ts'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { refuse } from '../../../kernel/refuse.ts'
import type { ImageSource } from './image-source.ts'
import { isManifest, readManifest, type ManifestFields } from './manifest.ts'
import { requireBounded } from './inflate-bounded.ts'
import { requireSafePath } from './safe-path.ts'

const MOST_ENTRIES = 50_000
const MOST_KEPT = 65_536
/** Bytes read at once: the directory is read entry by entry. */
const WINDOW = 1 << 20

export const isZip = (head: Buffer) => head.length >= 4 && head.readUInt32LE(0) === 0x04034b50

/**
 * Reads the directory of a zip archive: every name, the total of the sizes, and the manifest. Nothing else is unpacked.
 */
export async function readZip(source: ImageSource): Promise<ManifestFields> {
  // unmodified names: paths are validated here
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false }
  const reader = new PieceReader(source)
  const archive = await or(truncated, () => fromRandomAccessReaderPromise(reader, source.size, options))
  if (archive.entryCount > MOST_ENTRIES) throw refuse(errors.bomb)
  const entries = await or(damaged, () => entriesOf(archive))
  const bytes = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  requireBounded(source.size, bytes)
  for (const entry of entries) {
    requireSafePath(nameOf(entry))
    if (entry.relativeOffsetOfLocalHeader + entry.compressedSize > source.size) throw truncated()
  }
  const manifest = entries.find((entry) => isManifest(nameOf(entry)) && entry.uncompressedSize <= MOST_KEPT)
  return manifest ? readManifest(await or(damaged, () => contentOf(archive, manifest))) : {}
}

const nameOf = ({ fileNameRaw }: Entry) => fileNameRaw.toString('utf8')
const truncated = () => refuse(errors.truncated, { detail: 'zip' })
const damaged = () => refuse(errors.damaged, { detail: 'zip' })

/** The library's errors have neither class nor code: the operation that failed determines their meaning. */
async function or<Result>(refusal: () => Error, work: () => Promise<Result>): Promise<Result> {
  return work().catch(() => {
    throw refusal()
  })
}

async function entriesOf(archive: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of archive.eachEntry()) entries.push(entry)
  return entries
}

/** The content is not longer than its entry states: the library ends the stream. */
async function contentOf(archive: ZipFile, entry: Entry): Promise<string> {
  const content = await archive.openReadStreamPromise(entry)
  return Buffer.concat(await content.toArray()).toString('utf8')
}

/** Reads parts of a file that is not in memory. */
class PieceReader extends RandomAccessReader {
  private window: { at: number; bytes: Buffer } = { at: 0, bytes: Buffer.alloc(0) }
  private readonly source: ImageSource

  constructor(source: ImageSource) {
    super()
    this.source = source
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    const fill = async () => {
      const copied = (await this.piece(position, length)).copy(buffer, offset)
      if (copied < length) throw new Error('beyond the end')
    }
    callbackify(fill)(done)
  }

  override _readStreamForRange(start: number, end: number) {
    return this.source.stream(start, end - 1)
  }

  private async piece(position: number, length: number): Promise<Buffer> {
    const { at, bytes } = this.window
    if (position < at || position + length > at + bytes.length)
      this.window = { at: position, bytes: await this.source.part(position, Math.max(length, WINDOW)) }
    return this.window.bytes.subarray(position - this.window.at, position - this.window.at + length)
  }
}
