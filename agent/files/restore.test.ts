import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeBackup } from './backup.ts'
import { allowedPath, restoreBackup } from './restore.ts'
import { packTar, type TarFile, unpackTar } from './tar.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'belvedere-restore-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const plain = (path: string, text = 'x', mode = 0o644): TarFile => ({
  path,
  content: Buffer.from(text),
  mode,
  mtime: 1_790_000_000,
})
const archive = async (...files: TarFile[]) => gzipSync(await packTar(files))
const everything = () =>
  readdirSync(root, { recursive: true }).filter((name) => statSync(join(root, String(name))).isFile())

test('files are restored to their paths, without mode bits that no configuration has', async () => {
  const long = `etc/NetworkManager/system-connections/${'n'.repeat(120)}`
  const files = [plain('belvedere/manifest.json'), plain('etc/hosts', 'a host', 0o6777), plain(long, 'deep')]
  expect(await restoreBackup(await archive(...files), root)).toEqual(['/etc/hosts', `/${long}`])
  expect(readFileSync(join(root, 'etc/hosts'), 'utf8')).toBe('a host')
  expect(statSync(join(root, 'etc/hosts')).mode & 0o7777).toBe(0o755)
  expect(readFileSync(join(root, long), 'utf8')).toBe('deep')
})

test.each([
  ['../etc/hosts'],
  ['etc/../../hosts'],
  ['etc/network/../passwd'],
  ['etc/passwd'],
  ['/etc/hosts'],
  ['etc/hosts.allow'],
  ['etc/network/'],
  ['etc/network/a\0b'],
  ['root/.ssh/authorized_keys'],
  ['etc/cron.d/x'],
  [''],
])('a path outside of the configuration is refused: %j', (path) => {
  expect(() => allowedPath(path)).toThrow('must not')
})

test('one hostile entry prevents the whole restore', async () => {
  await expect(
    restoreBackup(await archive(plain('etc/hosts'), plain('etc/network/../cron.d/x')), root),
  ).rejects.toThrow('must not')
  expect(everything()).toEqual([])
})

/** Changes the type of the first entry, as in a hostile archive. */
async function retyped(type: string, linkTo = ''): Promise<Buffer> {
  const tar = await packTar([plain('etc/network/x', '')])
  tar.write(type, 156)
  tar.write(linkTo, 157)
  tar.write('        ', 148)
  tar.write(
    `${tar
      .subarray(0, 512)
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  )
  return gzipSync(tar)
}

test.each([
  ['a symbolic link', '2'],
  ['a hard link', '1'],
  ['a device', '3'],
  ['a sparse file', 'S'],
])('%s in the archive is refused', async (_, type) => {
  await expect(restoreBackup(await retyped(type, '/etc/passwd'), root)).rejects.toThrow('link or special file')
})

test('a folder of the host that is a link to another place is not followed', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'belvedere-outside-'))
  mkdirSync(join(root, 'etc'))
  symlinkSync(outside, join(root, 'etc/netplan'))
  await expect(restoreBackup(await archive(plain('etc/hosts'), plain('etc/netplan/x.yaml')), root)).rejects.toThrow(
    'is a link',
  )
  expect(readdirSync(outside)).toEqual([])
  expect(everything()).toEqual([])
  rmSync(outside, { recursive: true })
})

test('a file of the host that is a link is not followed', async () => {
  mkdirSync(join(root, 'etc'))
  writeFileSync(join(root, 'victim'), 'whole')
  symlinkSync(join(root, 'victim'), join(root, 'etc/hosts'))
  await expect(restoreBackup(await archive(plain('etc/hosts')), root)).rejects.toThrow('is a link')
  expect(readFileSync(join(root, 'victim'), 'utf8')).toBe('whole')
})

test.each([
  ['no gzip', Buffer.from('plain text')],
  ['truncated', gzipSync((await packTar([plain('etc/hosts', 'y'.repeat(2000))])).subarray(0, 1024))],
  ['without its end', gzipSync((await packTar([plain('etc/hosts')])).subarray(0, 1024))],
  ['a bomb', gzipSync(Buffer.alloc(80 << 20))],
  ['a wrong checksum', gzipSync(Buffer.alloc(2048, 'a'))],
])('a damaged archive is refused: %s', async (_, bytes) => {
  await expect(restoreBackup(bytes, root)).rejects.toThrow(/damaged|no configuration/)
  expect(everything()).toEqual([])
})

test('too many files are refused', async () => {
  const many = Array.from({ length: 30 }, (_, i) => plain(`etc/hosts${i}`))
  await expect(unpackTar(await packTar(many), 20)).rejects.toThrow('too many')
})

test('a backup of this host can be restored on another host', async () => {
  const backup = await makeBackup('0c1111ee0001')
  const restored = await restoreBackup(backup, root)
  expect(restored).toContain('/etc/hosts')
  for (const path of restored) expect(readFileSync(join(root, path)).equals(readFileSync(path)), path).toBe(true)
})

test('tar can read the archive', async () => {
  const { execFileSync } = await import('node:child_process')
  const file = join(root, 'a.tar')
  writeFileSync(file, await packTar([plain('etc/hosts', 'one'), plain(`etc/dnsmasq.d/${'d'.repeat(140)}`, 'two')]))
  chmodSync(file, 0o600)
  const listed = execFileSync('tar', ['-tf', file], { encoding: 'utf8' })
  expect(listed.split('\n').filter(Boolean)).toEqual(['etc/hosts', `etc/dnsmasq.d/${'d'.repeat(140)}`])
})

test('an archive of tar can be read', async () => {
  const { execFileSync } = await import('node:child_process')
  const name = `etc/hostapd/${'h'.repeat(150)}`
  mkdirSync(join(root, 'from/etc/hostapd'), { recursive: true })
  writeFileSync(join(root, 'from', name), 'three')
  const packed = execFileSync('tar', ['-czf', '-', '--format=pax', '-C', join(root, 'from'), 'etc'])
  rmSync(join(root, 'from'), { recursive: true })
  expect(await restoreBackup(packed, root)).toEqual([`/${name}`])
})
