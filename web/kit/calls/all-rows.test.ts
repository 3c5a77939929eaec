import { expect, test } from 'vitest'
import { allPages, type ReadPage } from './all-rows.ts'

const total = 25
const read: ReadPage<number> = async (page, limit, { signal }) => {
  signal?.throwIfAborted()
  const from = (page - 1) * limit
  return { total, list: Array.from({ length: Math.max(0, Math.min(limit, total - from)) }, (_, n) => from + n) }
}

test('every row is returned once, and progress is reported after each page', async () => {
  const told: string[] = []
  const rows = await allPages(read, 10, { onRows: (done, all) => told.push(`${done}/${all}`) })
  expect(rows).toEqual(Array.from({ length: total }, (_, n) => n))
  expect(told).toEqual(['10/25', '20/25', '25/25'])
})

test('a list that becomes shorter during the fetch ends', async () => {
  const shrinking: ReadPage<number> = async (page) => ({ total: 30, list: page === 1 ? [1, 2] : [] })
  expect(await allPages(shrinking, 2)).toEqual([1, 2])
})

test('it can be broken off between pages', async () => {
  const stop = new AbortController()
  const work = allPages(read, 10, { signal: stop.signal, onRows: () => stop.abort() })
  await expect(work).rejects.toThrow(/abort/i)
})
