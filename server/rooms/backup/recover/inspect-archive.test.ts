import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packTar } from '../../../engines/archive/test-tar.ts'
import { inspectArchive } from './inspect-content.ts'

const packed = (files: Record<string, string>, type?: string) => gzipSync(packTar(files, type ? { type } : {}))

test.each<[string, Buffer, string | undefined]>([
  ['an honest one', packed({ 'belvedere/manifest.json': '{}', 'etc/hosts': 'x' }), undefined],
  ['a way up', packed({ 'etc/../root/.ssh/authorized_keys': 'x' }), 'hostile'],
  ['a path from the root', packed({ '/etc/hosts': 'x' }), 'hostile'],
  ['a place that holds no configuration', packed({ 'usr/bin/sh': 'x' }), 'hostile'],
  ['keys left out', packed({ 'etc/wireguard/wg0.conf': '[Interface]\nPrivateKey = (removed)\n' }), 'noKeys'],
  ['a bomb', gzipSync(Buffer.alloc(100 << 20)), 'damaged'],
  ['too many files', packed(Object.fromEntries(Array.from({ length: 2001 }, (_, n) => [`etc/f${n}`, '']))), 'damaged'],
  ['cut short', gzipSync(packTar({ 'etc/hosts': 'y'.repeat(2000) }).subarray(0, 1024)), 'damaged'],
  ['no gzip', Buffer.from('plain'), 'damaged'],
])('%s', async (_, bytes, finding) => expect(await inspectArchive(bytes)).toBe(finding))

test('links in an archive are not content', async () => {
  expect(await inspectArchive(packed({ 'etc/hosts': '' }, '2'))).toBeUndefined()
})
