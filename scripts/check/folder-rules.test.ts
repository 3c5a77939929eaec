import { expect, test } from 'vitest'
import { ENTRIES_MAX, folderBreachesOf } from './folder-rules.ts'

const full = (folder: string, count = ENTRIES_MAX + 1) =>
  Array.from({ length: count }, (_, index) => `${folder}/file-${index}.ts`)

const found = (files: readonly string[], exceptions: Readonly<Record<string, number>> = {}) =>
  folderBreachesOf(files, exceptions).map(({ path, text }) => `${path} ${text}`)

test('a folder with too many files is refused', () => {
  expect(found(full('pure'))).toEqual([expect.stringMatching(/^pure has 26 entries, 25 at most/)])
  expect(found(full('pure', ENTRIES_MAX))).toEqual([])
})

test('folders count as entries, files of folders below do not', () => {
  const below = full('pure').map((path) => path.replace('pure/', 'pure/text/'))
  expect(found([...full('pure', ENTRIES_MAX - 1), ...below.slice(0, ENTRIES_MAX)])).toEqual([])
  expect(found([...full('pure', ENTRIES_MAX), 'pure/text/cut.ts'])).toHaveLength(1)
})

test('an excepted folder may not grow', () => {
  expect(found(full('pure', 27), { pure: 26 })).toEqual([expect.stringMatching(/has 27 entries, 26 at most/)])
  expect(found(full('pure', 26), { pure: 26 })).toEqual([])
})

test('an exception is lowered when its folder shrinks, and removed when the folder is within the limit', () => {
  expect(found(full('pure', 26), { pure: 40 })).toEqual([expect.stringMatching(/lower the number to 26/)])
  expect(found(full('pure', 25), { pure: 26 })).toEqual([expect.stringMatching(/remove the entry/)])
})

test('numbered series and the folders of rooms have no limit', () => {
  expect(found(full('docs/adr', 60))).toEqual([])
  expect(found(full('server/rooms', 60))).toEqual([])
  expect(found(full('server/rooms/scene', 60))).toHaveLength(1)
})
