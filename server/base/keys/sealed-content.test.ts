import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packContent, unpackContent } from './sealed-content.ts'
import { openVault, type Vault } from './vault.ts'

let data: string
let vault: Vault
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'belvedere-content-'))
  vault = await openVault(data)
})
afterAll(() => rm(data, { recursive: true, force: true }))

const text = Buffer.from(JSON.stringify({ ssid: 'Guest', key: 'correct horse', list: Array(500).fill('LAN1') }))

test.each([
  ['a text', text],
  ['an archive', gzipSync(text)],
  ['nothing', Buffer.alloc(0)],
])('%s comes back as it was, and shows nothing meanwhile', async (_, bytes) => {
  const packed = await packContent(vault, bytes)
  expect(packed.includes('horse')).toBe(false)
  expect((await unpackContent(vault, packed)).equals(bytes)).toBe(true)
})

test('a text takes a fraction of its bytes', async () => {
  expect((await packContent(vault, text)).length).toBeLessThan(text.length / 10)
})

test('a changed byte is detected; unpacked content is returned unchanged', async () => {
  const packed = await packContent(vault, text)
  packed[20] = (packed[20] ?? 0) ^ 1
  await expect(unpackContent(vault, packed)).rejects.toThrow()
  expect((await unpackContent(vault, gzipSync(text))).equals(gzipSync(text))).toBe(true)
})

test('equal contents have one digest, another for another purpose', () => {
  expect(vault.digest('a', 'x')).toBe(vault.digest(Buffer.from('a'), 'x'))
  expect(new Set([vault.digest('a', 'x'), vault.digest('a', 'y'), vault.digest('b', 'x')]).size).toBe(3)
})
