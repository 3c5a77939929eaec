import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** An image as OpenWrt's build system leaves it: what is written, an unchecked signature, metadata, and a trailer with their lengths. */
export function sysupgradeImage(model: string, version: string): Buffer {
  const metadata = JSON.stringify({ supported_devices: [model], version: { version } })
  const before = Buffer.concat([randomBytes(2_000_000), Buffer.alloc(8), Buffer.from(metadata)])
  const trailer = Buffer.alloc(16)
  trailer.write('FWx0')
  trailer.writeUInt32BE(~crc32(before) >>> 0, 4)
  trailer[8] = 1
  trailer.writeUInt32BE(24 + metadata.length, 12)
  return Buffer.concat([before, trailer])
}
