import { firmwareErrors as errors } from '@belvedere/contract/rooms/firmware/errors.ts'
import { type Extract, extract, type Header } from 'tar-stream'
import { Refusal, refuse } from '../../../kernel/refuse.ts'
import { isManifest, readManifest, type ManifestFields } from './manifest.ts'
import { requireSafePath } from './safe-path.ts'

const BLOCK = 512
const MOST_ENTRIES = 50_000
const MOST_KEPT = 65_536

export interface Walked {
  told: ManifestFields
  /** It is an OpenWrt image: `sysupgrade-<board>/`. */
  sysupgrade: boolean
  /** The end of the last entry. */
  end: number
}

/**
 * Reads the names in a tar archive from a stream, and keeps the small files that describe it. The stream is read to its
 * end, which verifies the checksum of a packed archive.
 */
export async function walkTar(bytes: AsyncIterable<Buffer>): Promise<Walked> {
  const walked: Walked = { told: {}, sysupgrade: false, end: 0 }
  const archive = extract()
  const looking = readEntries(archive, walked).then(
    () => undefined,
    (error: unknown) => error,
  )
  const size = await feed(archive, bytes)
  const error = await looking
  if (error instanceof Refusal) throw error
  // two empty blocks end an archive; data that fwtool appends after them is not part of it
  if (error && size < walked.end + BLOCK) throw refuse(errors.truncated, { detail: 'tar' })
  return walked
}

async function feed(archive: Extract, bytes: AsyncIterable<Buffer>): Promise<number> {
  let wake: (value: unknown) => void = () => {}
  for (const event of ['drain', 'close'] as const) archive.on(event, () => wake(undefined))
  let size = 0
  for await (const piece of bytes) {
    size += piece.length
    if (!archive.destroyed && !archive.write(piece)) await new Promise((resolve) => (wake = resolve))
  }
  archive.end(null)
  return size
}

async function readEntries(archive: Extract, walked: Walked): Promise<void> {
  let entries = 0
  for await (const entry of archive) {
    const { name, linkname, size } = entry.header
    if (++entries > MOST_ENTRIES) throw refuse(errors.bomb)
    requireSafePath(name)
    if (linkname) requireSafePath(linkname)
    walked.end = entry.offset + BLOCK + Math.ceil(size / BLOCK) * BLOCK
    if (/^(\.\/)?sysupgrade-/.test(name)) walked.sysupgrade = true
    const pieces: Buffer[] = []
    for await (const piece of entry) if (isWanted(entry.header)) pieces.push(piece as Buffer)
    const text = Buffer.concat(pieces).toString('utf8')
    if (isManifest(name) && text) walked.told = { ...walked.told, ...readManifest(text) }
    const board = /^BOARD=(\S{1,64})$/m.exec(text)?.[1]
    if (board && !isManifest(name)) walked.told = { models: [board], ...walked.told }
  }
}

const isWanted = ({ name, size }: Header) =>
  size <= MOST_KEPT && (isManifest(name) || /^(\.\/)?sysupgrade-[^/]+\/CONTROL$/.test(name))
