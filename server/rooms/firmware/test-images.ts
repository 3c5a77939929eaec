import { createHash } from 'node:crypto'
import { crc32, deflateRawSync } from 'node:zlib'
import { packTar } from '../../engines/archive/test-tar.ts'

/** For tests: images in the formats of manufacturers. */

/** The image with fwtool's metadata appended. */
export function withTrailer(image: Buffer, metadata: object | string): Buffer {
  const json = Buffer.from(typeof metadata === 'string' ? metadata : JSON.stringify(metadata))
  const before = Buffer.concat([image, Buffer.alloc(8), json])
  const trailer = Buffer.alloc(16)
  trailer.write('FWx0', 0)
  trailer.writeUInt32BE(~crc32(before) >>> 0, 4)
  trailer[8] = 1
  trailer.writeUInt32BE(16 + 8 + json.length, 12)
  return Buffer.concat([before, trailer])
}

export const tar = (files: Record<string, string | Buffer>, links: Record<string, string> = {}): Buffer =>
  packTar(files, {}, links)

export function zip(files: Record<string, string | Buffer>, claim: { bytes?: number; entries?: number } = {}): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, body] of Object.entries(files)) {
    const packed = deflateRawSync(body)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(claim.bytes ?? Buffer.byteLength(body), 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    parts.push(local, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    at += 30 + name.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(files).length, 8)
  end.writeUInt16LE(claim.entries ?? Object.keys(files).length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, listed, end])
}

export function installer(payload: Buffer, head = 'machine="terrace_ts-2410p"\nimage_version="3.3.0"'): Buffer {
  const sum = createHash('sha1').update(payload).digest('hex')
  return Buffer.concat([
    Buffer.from(`#!/bin/sh\n# ONIE installer\n${head}\npayload_sha1=${sum}\nexit 0\nexit_marker\n`),
    payload,
  ])
}
