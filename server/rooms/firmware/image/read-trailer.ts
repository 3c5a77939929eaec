import { crc32 } from 'node:zlib'
import { firmwareErrors as errors } from '@belvedere/contract/rooms/firmware/errors.ts'
import { refuse } from '../../../kernel/refuse.ts'
import type { ImageSource } from './image-source.ts'
import { readManifest, type ManifestFields } from './manifest.ts'

const MAGIC = 0x46577830
const TRAILER = 16
const HEADER = 8
const INFO = 1
/** The limit of fwtool. */
const MOST = 30_000
/** Signature and metadata; no known tool writes more. */
const CHAIN = 4

export interface Trailer {
  told: ManifestFields | undefined
  /** Its start: the image ends there. */
  start: number
}

/**
 * Reads the metadata that OpenWrt's fwtool appends to an image (`supported_devices`, version). Empty when there is
 * none; a wrong checksum means a damaged file, a size outside of the file an incomplete one.
 */
export async function readTrailer(source: ImageSource): Promise<Trailer> {
  let end = source.size
  for (let at = 0; at < CHAIN && end > TRAILER; at++) {
    const trailer = await source.part(end - TRAILER, TRAILER)
    if (trailer.readUInt32BE(0) !== MAGIC) break
    const size = trailer.readUInt32BE(12)
    if (size < TRAILER || size > end || size > MOST) throw refuse(errors.truncated, { detail: 'fwtool' })
    await checkSum(source, end - TRAILER, trailer.readUInt32BE(4))
    if (trailer[8] === INFO) {
      const json = await source.part(end - size + HEADER, size - TRAILER - HEADER)
      return { told: readManifest(json.toString('utf8')), start: end - size }
    }
    end -= size
  }
  return { told: undefined, start: end }
}

/** Over everything before the trailer, without the final inversion of the usual CRC-32. */
async function checkSum(source: ImageSource, end: number, wanted: number): Promise<void> {
  let sum = 0
  for await (const piece of source.stream(0, end - 1)) sum = crc32(piece as Buffer, sum)
  if (~sum >>> 0 !== wanted) throw refuse(errors.damaged, { detail: 'CRC' })
}
