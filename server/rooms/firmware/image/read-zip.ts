import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { firmwareErrors as errors } from '@belvedere/contract/rooms/firmware/errors.ts'
import { refuse } from '../../../kernel/refuse.ts'
import type { ImageSource } from './image-source.ts'
import { isManifest, readManifest, type Told } from './manifest.ts'
import { requireBounded } from './inflate-bounded.ts'
import { requireSafePath } from './safe-path.ts'

const END = 0x06054b50
const ENTRY = 0x02014b50
const END_LENGTH = 22
const MOST_DIRECTORY = 16 << 20
const MOST_KEPT = 65_536
const DEFLATED = 8

export const isZip = (head: Buffer) => head.length >= 4 && head.readUInt32LE(0) === 0x04034b50

interface Entry {
  name: string
  method: number
  packed: number
  bytes: number
  at: number
}

/** Looks through the directory of a zip archive: every name, the sum of the sizes, and the manifest. Nothing else is unpacked. */
export async function readZip(source: ImageSource): Promise<Told> {
  const entries = entriesOf(await directoryOf(source))
  const [packed, bytes] = [source.size, entries.reduce((sum, entry) => sum + entry.bytes, 0)]
  requireBounded(packed, bytes)
  for (const { name, packed: length, at } of entries) {
    requireSafePath(name)
    if (at + length > source.size) throw refuse(errors.truncated, { detail: 'zip' })
  }
  const manifest = entries.find(({ name, bytes }) => isManifest(name) && bytes <= MOST_KEPT)
  return manifest ? readManifest(await contentOf(source, manifest)) : {}
}

async function directoryOf(source: ImageSource): Promise<{ bytes: Buffer; count: number }> {
  const from = Math.max(0, source.size - END_LENGTH - 65_535)
  const tail = await source.part(from, source.size - from)
  const found = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (found < 0 || found + END_LENGTH > tail.length || tail.readUInt32LE(found) !== END)
    throw refuse(errors.truncated, { detail: 'zip' })
  const [count, size, at] = [
    tail.readUInt16LE(found + 10),
    tail.readUInt32LE(found + 12),
    tail.readUInt32LE(found + 16),
  ]
  if (at + size > source.size || size > MOST_DIRECTORY) throw refuse(errors.truncated, { detail: 'zip' })
  return { bytes: await source.part(at, size), count }
}

function entriesOf({ bytes, count }: { bytes: Buffer; count: number }): Entry[] {
  const entries: Entry[] = []
  for (let at = 0; entries.length < count; ) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) throw refuse(errors.damaged, { detail: 'zip' })
    const length = bytes.readUInt16LE(at + 28)
    entries.push({
      name: bytes.toString('utf8', at + 46, at + 46 + length),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      bytes: bytes.readUInt32LE(at + 24),
      at: bytes.readUInt32LE(at + 42),
    })
    at += 46 + length + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

async function contentOf(source: ImageSource, { at, packed, method }: Entry): Promise<string> {
  const head = await source.part(at, 30)
  if (head.length < 30) throw refuse(errors.truncated, { detail: 'zip' })
  const start = at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
  const bytes = await source.part(start, Math.min(packed, MOST_KEPT))
  if (method !== DEFLATED) return bytes.toString('utf8')
  const inflated = await promisify(inflateRaw)(bytes, { maxOutputLength: MOST_KEPT }).catch(() => undefined)
  if (!inflated) throw refuse(errors.damaged, { detail: 'zip' })
  return inflated.toString('utf8')
}
