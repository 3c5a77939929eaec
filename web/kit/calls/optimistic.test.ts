import { afterEach, expect, test } from 'vitest'
import { optimistic } from './optimistic.ts'
import { queryClient } from './query.ts'

// proves: 9

interface TestRow {
  id: number
  name: string
  cpu?: number
}
const spec = (at: string) => ({ at }) as never
const keyOf = (at: string) => [at, {}]

function show(at: string, list: TestRow[]): void {
  queryClient
    .getQueryCache()
    .build(queryClient, { queryKey: keyOf(at), meta: { call: spec(at), input: {}, keep: false } })
    .setData({ total: list.length, list })
}
const shown = (at: string) => queryClient.getQueryData<{ list: TestRow[] }>(keyOf(at))?.list
afterEach(() => queryClient.clear())

const router = 'GET device/router'
const all = 'GET device/all'
const patch = { lists: 'GET device/', id: 2, part: { name: 'new' } }
const list = [
  { id: 1, name: 'one' },
  { id: 2, name: 'old' },
]

test('every list with the row shows the change at once, and keeps it when the server agrees', async () => {
  show(router, list)
  show(all, list)
  show('GET scene', list)
  const { promise, resolve } = Promise.withResolvers<{ ok: true }>()
  const done = optimistic(patch, () => promise)
  expect(shown(router)?.[1]?.name).toBe('new')
  expect(shown(all)?.[1]?.name).toBe('new')
  expect(shown('GET scene')?.[1]?.name).toBe('old')
  resolve({ ok: true })
  expect(await done).toEqual({ ok: true })
  expect(shown(router)?.[1]?.name).toBe('new')
})

test('a refusal takes it back, and only it', async () => {
  show(router, list)
  const done = optimistic(patch, async () => {
    // an update received in the meantime
    queryClient.setQueryData(keyOf(router), { total: 2, list: [list[0], { id: 2, name: 'new', cpu: 7 }] })
    return undefined
  })
  expect(await done).toBeUndefined()
  expect(shown(router)).toEqual([
    { id: 1, name: 'one' },
    { id: 2, name: 'old', cpu: 7 },
  ])
})

test('a response received in the meantime is kept', async () => {
  show(router, list)
  await optimistic(patch, async () => {
    queryClient.setQueryData(keyOf(router), { total: 1, list: [{ id: 2, name: 'by another' }] })
    return undefined
  })
  expect(shown(router)).toEqual([{ id: 2, name: 'by another' }])
})

test('an error takes it back as well and is passed on', async () => {
  show(router, list)
  await expect(optimistic(patch, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(shown(router)?.[1]?.name).toBe('old')
})
