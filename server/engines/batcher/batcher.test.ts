import { afterEach, expect, test, vi } from 'vitest'
import { batcher } from './batcher.ts'

afterEach(() => void vi.useRealTimers())

/** Records its batches; answers each request with its double. */
function rig(most?: number, every?: number) {
  const batches: number[][] = []
  const double = batcher<number, number>(
    async (requests) => {
      batches.push(requests)
      if (requests.includes(13)) throw new Error('no luck')
      return requests.map((ask) => ask * 2)
    },
    most,
    every,
  )
  return { batches, double }
}

const upTo = (n: number) => Array.from({ length: n }, (_, at) => at)

test('requests of one turn form a batch, and each gets its own answer', async () => {
  const { batches, double } = rig()
  expect(await Promise.all(upTo(5).map(double))).toEqual([0, 2, 4, 6, 8])
  expect(batches).toEqual([upTo(5)])
})

test('no batch exceeds its size', async () => {
  const { batches, double } = rig(2)
  await Promise.all(upTo(5).map(double))
  expect(batches).toEqual([[0, 1], [2, 3], [4]])
})

test('a failed batch fails its own requests, and the next one is answered', async () => {
  const { double } = rig(1)
  const [failed, answered] = await Promise.allSettled([double(13), double(2)])
  expect(failed.status).toBe('rejected')
  expect(answered).toEqual({ status: 'fulfilled', value: 4 })
})

test('requests within the delay after a batch form the next batch', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  const { batches, double } = rig(500, 600)
  // the clock is stopped: a single request does not wait
  await double(1)
  const later = [double(2)]
  await vi.advanceTimersByTimeAsync(30)
  later.push(double(3))
  await vi.advanceTimersByTimeAsync(569)
  expect(batches).toEqual([[1]])
  await vi.advanceTimersByTimeAsync(1)
  await Promise.all(later)
  expect(batches).toEqual([[1], [2, 3]])
})
