import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { firmwareErrors as errors } from '@belvedere/contract/rooms/firmware/errors.ts'
import { describe, expect, test } from 'vitest'
import { installer, tar, withTrailer, zip } from '../test-images.ts'
import { recognise } from './recognise.ts'

const source = (bytes: Buffer) => ({
  size: bytes.length,
  part: async (start: number, length: number) => bytes.subarray(start, start + length),
  stream: (start: number, end: number) =>
    Readable.from([
      bytes.subarray(start, Math.floor(end / 2) + 1),
      bytes.subarray(Math.max(start, Math.floor(end / 2) + 1), end + 1),
    ]),
})
const look = (bytes: Buffer, name = 'image.bin') => recognise(source(bytes), name)

const raw = Buffer.alloc(5000, 7)
const metadata = { supported_devices: ['edgecore,eap102'], version: { dist: 'OpenWrt', version: '23.05.3' } }
const board = {
  'sysupgrade-edgecore_eap102/CONTROL': 'BOARD=edgecore_eap102\n',
  'sysupgrade-edgecore_eap102/root': raw,
}

describe('what an image is for', () => {
  test.each([
    [
      'metadata behind it',
      withTrailer(raw, metadata),
      { format: 'sysupgrade', models: ['edgecore,eap102'], version: '23.05.3' },
    ],
    [
      'a signature behind the metadata',
      signed(withTrailer(raw, metadata)),
      { format: 'sysupgrade', models: ['edgecore,eap102'] },
    ],
    ['a sysupgrade archive', tar(board), { format: 'sysupgrade', models: ['edgecore_eap102'] }],
    [
      'an archive with metadata',
      withTrailer(tar(board), metadata),
      { format: 'sysupgrade', models: ['edgecore,eap102'] },
    ],
    [
      'an archive with a manifest',
      tar({
        'manifest.json': '{"model":"TS-2410P","version":"3.3.0","min_version":"3.2.0","vendor":"Terrace"}',
        image: raw,
      }),
      { format: 'tar', models: ['TS-2410P'], version: '3.3.0', min_version: '3.2.0', vendor: 'Terrace' },
    ],
    [
      'a packed archive',
      gzipSync(tar({ 'fw/metadata.json': '{"models":["A","B"]}' })),
      { format: 'gzip', models: ['A', 'B'] },
    ],
    [
      'a zip archive',
      zip({ 'image.bin': raw, 'manifest.json': '{"model":"X1","version":"2.0"}' }),
      { format: 'zip', models: ['X1'], version: '2.0' },
    ],
    [
      'a zip archive with metadata behind it',
      withTrailer(zip({ 'image.bin': raw, 'manifest.json': '{"model":"X1","version":"2.0"}' }), metadata),
      { format: 'sysupgrade', models: ['edgecore,eap102'] },
    ],
    ['an installer', installer(raw), { format: 'onie', models: ['terrace_ts-2410p'], version: '3.3.0' }],
  ])('%s', async (_, bytes, found) => expect(await look(bytes)).toMatchObject(found))

  test('its name contains the version when nothing else does', async () => {
    expect(await look(raw, 'openwrt-23.05.3-ipq807x-sysupgrade.bin')).toEqual({ format: 'plain', version: '23.05.3' })
    expect((await look(raw, 'eap102.bin')).version).toBeUndefined()
  })
})

describe('files that no device could use', () => {
  const whole = withTrailer(raw, metadata)
  const archive = tar(board)
  const packed = gzipSync(Buffer.from(Array.from({ length: 20_000 }, (_, i) => i * 7919)))
  const zipped = zip({ 'image.bin': raw })
  const liar = zip({ 'manifest.json': JSON.stringify({ model: 'X1'.repeat(60_000) }) }, { bytes: 60 })
  const setup = installer(raw)
  test.each([
    ['nothing', Buffer.alloc(0), errors.empty],
    ['a saved sign-in page', Buffer.from('<!DOCTYPE html><title>Sign in</title>'), errors.damaged],
    ['metadata over other bytes', flipped(whole, 100), errors.damaged],
    ['metadata larger than the file', oversized(whole), errors.truncated],
    ['an archive cut off', archive.subarray(0, 2000), errors.truncated],
    ['an archive without its end', archive.subarray(0, archive.length - 2000), errors.truncated],
    ['a packed file cut off', packed.subarray(0, packed.length - 20), errors.truncated],
    ['a packed file with a bit turned', flipped(packed, packed.length >> 1), errors.damaged],
    ['a packed archive cut off inside', gzipSync(archive.subarray(0, 2000)), errors.truncated],
    ['a zip cut off', zipped.subarray(0, zipped.length - 30), errors.truncated],
    ['a zip with a broken directory', flipped(zipped, zipped.length - 22 - 46 - 'image.bin'.length), errors.damaged],
    ['an installer cut off', setup.subarray(0, setup.length - 1), errors.truncated],
    ['a FIT image cut off', Buffer.concat([Buffer.from('d00dfeed00100000', 'hex'), raw]), errors.truncated],
    ['a bomb', gzipSync(Buffer.alloc(80 << 20)), errors.bomb],
    ['a zip that says it is huge', zip({ a: 'a' }, { bytes: 4_000_000_000 }), errors.bomb],
    ['a path out of the archive', tar({ '../../etc/passwd': 'x' }), errors.pathTrick],
    ['an absolute path', tar({ '/etc/passwd': 'x' }), errors.pathTrick],
    ['a link out of the archive', tar({ a: 'x' }, { b: '/etc/shadow' }), errors.pathTrick],
    ['a path out of a packed archive', gzipSync(tar({ 'a/../../b': 'x' })), errors.pathTrick],
    ['a zip with more entries than an image has', zip({ a: 'a' }, { entries: 60_000 }), errors.bomb],
    ['a zip whose manifest is longer than it says', liar, errors.damaged],
    ['a path out of a zip', zip({ '..\\..\\windows': 'x' }), errors.pathTrick],
    ['a drive letter', zip({ 'C:\\windows': 'x' }), errors.pathTrick],
  ])('%s', async (_, bytes, spec) => {
    await expect(look(bytes)).rejects.toMatchObject({ spec })
  })

  test('any truncation and any changed bit is handled without other errors', async () => {
    for (const image of [whole, archive, packed, zipped, setup]) {
      for (let at = 1; at < image.length; at += 97) {
        await look(image.subarray(0, at)).catch((error: { spec?: unknown }) => expect(error.spec).toBeDefined())
        await look(flipped(image, at)).catch((error: { spec?: unknown }) => expect(error.spec).toBeDefined())
      }
    }
  })
})

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 0x55
  return copy
}

function oversized(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt32BE(bytes.length + 1, bytes.length - 4)
  return copy
}

/** As fwtool appends a signature: another trailer over all preceding bytes. */
function signed(bytes: Buffer): Buffer {
  const all = withTrailer(bytes, 'sig')
  const trailer = all.subarray(-16)
  trailer[8] = 0
  return all
}
