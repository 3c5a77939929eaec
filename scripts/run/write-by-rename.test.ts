import { linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const { writeByRename } = (await import(new URL('write-by-rename.mjs', import.meta.url).href)) as {
  writeByRename(path: string, text: string): void
}

test('a hard link to the former file keeps its content, and no other file is left', () => {
  const dir = mkdtempSync(join(tmpdir(), 'belvedere-write-'))
  const [path, link] = [join(dir, 'stamp'), join(dir, 'link')]
  writeFileSync(path, 'former')
  linkSync(path, link)
  writeByRename(path, 'present')
  expect([readFileSync(path, 'utf8'), readFileSync(link, 'utf8')]).toEqual(['present', 'former'])
  expect(readdirSync(dir).sort()).toEqual(['link', 'stamp'])
  rmSync(dir, { recursive: true })
})
