import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import type { Vault } from './vault.ts'

const PURPOSE = 'content'
const RAW = Buffer.from('BV1r')
const SMALLER = Buffer.from('BV1b')
/** Maximum bytes of one content; more after unpacking means damaged. */
const MOST = 256 << 20
/** Reduces configurations to a tenth, and is fast. */
const QUALITY = 5

const isPacked = (bytes: Buffer) => bytes.length > 2 && bytes[0] === 0x1f && bytes[1] === 0x8b

/** Compresses uncompressed content and seals it. */
export async function packContent(vault: Vault, bytes: Buffer): Promise<Buffer> {
  if (isPacked(bytes)) return Buffer.concat([RAW, vault.sealBytes(bytes, PURPOSE)])
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const smaller = await promisify(brotliCompress)(bytes, { params })
  return Buffer.concat([SMALLER, vault.sealBytes(smaller, PURPOSE)])
}

/** Reverses `packContent`; throws when the content was changed or is too large. Unpacked content is returned unchanged. */
export async function unpackContent(vault: Vault, packed: Buffer): Promise<Buffer> {
  const mark = packed.subarray(0, RAW.length)
  if (mark.equals(RAW)) return vault.openBytes(packed.subarray(RAW.length), PURPOSE)
  if (!mark.equals(SMALLER)) return packed
  const smaller = vault.openBytes(packed.subarray(SMALLER.length), PURPOSE)
  return promisify(brotliDecompress)(smaller, { maxOutputLength: MOST })
}
