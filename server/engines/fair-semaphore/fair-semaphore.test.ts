import { expect, test } from 'vitest'
import { FairSemaphore } from './fair-semaphore.ts'

const how = { atOnce: 2, atOnceRest: 1, waiting: 4, waitingOfOne: 2 }

/** Work that is done when it is told, and the order in which it began. */
function bench(semaphore: FairSemaphore) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    ask: (name: string, who: string, isFirst = false) =>
      semaphore.take(who, isFirst, async () => {
        begun.push(name)
        await new Promise<void>((resolve) => ends.set(name, resolve))
        return name
      }),
    async end(name: string) {
      ends.get(name)?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

test('who asks often waits behind their own, not others behind them', async () => {
  const { begun, ask, end } = bench(new FairSemaphore(how))
  const all = [ask('a1', 'a'), ask('a2', 'a'), ask('a3', 'a'), ask('b1', 'b')]
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1'].map((done) => ({ done })))
})

test('a place is kept for those who are first, and they go before all others', async () => {
  const { begun, ask, end } = bench(new FairSemaphore(how))
  void ask('a1', 'a')
  void ask('b1', 'b')
  void ask('k1', 'k', true)
  expect(begun).toEqual(['a1', 'k1'])
  void ask('k2', 'k', true)
  await end('a1')
  expect(begun).toEqual(['a1', 'k1', 'k2'])
  await end('k1')
  expect(begun).toEqual(['a1', 'k1', 'k2', 'b1'])
})

test('so much waits of one; where all is full who has the most in line makes room', async () => {
  const { begun, ask, end } = bench(new FairSemaphore({ ...how, waitingOfOne: 3 }))
  void ask('a1', 'a')
  const own = ['a2', 'a3', 'a4'].map((name) => ask(name, 'a'))
  expect(await ask('a5', 'a')).toBeUndefined()
  void ask('b1', 'b')
  void ask('c1', 'c')
  expect(await own[2]).toBeUndefined()
  // who would then have as many in line makes nobody go
  expect(await ask('c2', 'c')).toBeUndefined()
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) await end(name)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'])
})

test('who is first finds room', async () => {
  const { begun, ask, end } = bench(new FairSemaphore({ ...how, waiting: 0 }))
  for (const name of ['k1', 'k2', 'k3']) void ask(name, 'k', true)
  await end('k1')
  expect(begun).toEqual(['k1', 'k2', 'k3'])
})
