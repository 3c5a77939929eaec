import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Log } from '../../base/process/log.ts'
import { StoreClosed } from '../../kernel/database/recognise-error.ts'
import { startLoop } from './loop.ts'

const warned: string[] = []
const log = { warn: (_: object, said: string) => void warned.push(said) } as unknown as Log
beforeEach(() => {
  vi.useFakeTimers()
  warned.length = 0
})
afterEach(() => vi.useRealTimers())

test('one run at a time', async () => {
  let [begun, end] = [0, () => {}]
  const loop = startLoop(1000, { log }, 'not looked', () => {
    begun++
    return new Promise<void>((resolve) => (end = resolve))
  })
  await vi.advanceTimersByTimeAsync(5000)
  loop.now()
  expect(begun).toBe(1)
  end()
  await vi.advanceTimersByTimeAsync(0)
  loop.now()
  expect(begun).toBe(2)
})

test('failures are logged and retried; a closed pool ends the loop', async () => {
  let looks = 0
  startLoop(1000, { log }, 'not looked', async () => {
    looks++
    throw looks < 3 ? new Error('away') : new StoreClosed('closed')
  })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(looks).toBe(3)
  expect(warned).toEqual(['not looked', 'not looked'])
})
