import { expect, test } from 'vitest'
import { tarMembers } from './read-tar.ts'
import { packTar } from './test-tar.ts'

const LIMITS = { files: 3, bytes: 1000 }
const read = async (bytes: Buffer) =>
  (await tarMembers(bytes, LIMITS))?.map(({ path, content, mode }) => [path, Buffer.from(content).toString(), mode])

test('the plain files of an archive, in their order', async () => {
  const archive = packTar({ 'etc/b': 'two', 'etc/a': '' }, {}, { 'etc/link': '/etc/passwd' })
  expect(await read(archive)).toEqual([
    ['etc/b', 'two', 0o600],
    ['etc/a', '', 0o600],
  ])
})

test.each<[string, Buffer]>([
  ['text', Buffer.from('plain')],
  ['zeros', Buffer.alloc(4096)],
  ['an archive cut short', packTar({ a: 'y'.repeat(900) }).subarray(0, 1024)],
  ['an archive with a damaged header', packTar({ a: 'x', b: 'y' }).fill(0x20, 1024, 1030)],
  ['too many files', packTar({ a: '', b: '', c: '', d: '' })],
  ['too many bytes', packTar({ a: 'y'.repeat(600), b: 'y'.repeat(600) })],
])('nothing of %s', async (_, bytes) => expect(await read(bytes)).toBeUndefined())

test('other requests are served while an archive of headers is read', async () => {
  const archive = packTar(Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`f${n}`, ''])), { type: '5' })
  let turns = 0
  const timer = setInterval(() => turns++, 0)
  expect(await read(archive)).toEqual([])
  clearInterval(timer)
  expect(turns).toBeGreaterThan(3)
})
