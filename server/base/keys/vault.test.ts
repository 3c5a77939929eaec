import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openVault } from './vault.ts'

let data: string
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'belvedere-vault-'))
})
afterAll(() => rm(data, { recursive: true, force: true }))

test('sealed text opens only for its purpose', async () => {
  const vault = await openVault(data)
  const sealed = vault.seal('密钥 secret', 'otp 1')
  expect(sealed).not.toContain('secret')
  expect(vault.seal('密钥 secret', 'otp 1')).not.toBe(sealed)
  expect(vault.open(sealed, 'otp 1')).toBe('密钥 secret')
  expect(() => vault.open(sealed, 'otp 2')).toThrow()
})

test('a changed or truncated text does not open', async () => {
  const vault = await openVault(data)
  const bytes = Buffer.from(vault.seal('secret', 'a'), 'base64url')
  for (const at of [0, 13, bytes.length - 1]) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => vault.open(changed.toString('base64url'), 'a')).toThrow()
  }
  for (const cut of ['', 'AAAA', bytes.subarray(0, 20).toString('base64url')])
    expect(() => vault.open(cut, 'a')).toThrow()
})

test('the key is readable only by its owner and persists', async () => {
  await openVault(data)
  const path = join(data, 'vault-key')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readFile(path)).toHaveLength(32)
})

test('a key of the wrong length is refused instead of replaced', async () => {
  const broken = await mkdtemp(join(tmpdir(), 'belvedere-vault-'))
  await writeFile(join(broken, 'vault-key'), 'short')
  await expect(openVault(broken)).rejects.toThrow('32 bytes')
  expect(await readFile(join(broken, 'vault-key'), 'utf8')).toBe('short')
  await rm(broken, { recursive: true })
})
