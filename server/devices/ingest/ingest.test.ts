import { afterEach, expect, test, vi } from 'vitest'
import type { Db } from '../../kernel/db.ts'
import type { DeviceReport } from '../device-link.ts'
import { fairQueue } from './fair-queue.ts'
import { defineSink, startIngest } from './ingest.ts'
import { StoreAway } from '../../kernel/database/recognise-error.ts'

const report = (device_id: number, at = 1): DeviceReport => ({ device_id, scene_id: 1, at, facts: {} })

function rig(take: (reports: readonly DeviceReport[]) => Promise<void>) {
  const errors: unknown[] = []
  const told: unknown[] = []
  const ingest = startIngest({
    transaction: (work) => work({} as Db),
    sinks: [defineSink({ name: 'test', order: 1, take: async (reports) => void (await take(reports)) })],
    queue: fairQueue({ teamOf: () => 1 }),
    tell: (news) => told.push(news),
    onError: (error) => errors.push(error),
  })
  return { ingest, errors, told }
}

afterEach(() => void vi.useRealTimers())

test('concurrent reports form one batch, sorted by device, and by arrival within a device', async () => {
  const batches: (readonly DeviceReport[])[] = []
  const { ingest } = rig(async (reports) => void batches.push(reports))
  // the clock was set back between the two of one device
  for (const one of [report(3), report(1, 2), report(1, 1)]) ingest.push(one)
  await ingest.drain()
  expect(batches).toEqual([[report(1, 2), report(1, 1), report(3)]])
  expect(ingest.counts).toMatchObject({ taken: 3, stored: 3, dropped: 0, failed: 0 })
})

test('a refused report does not fail its batch', async () => {
  const stored: number[] = []
  const { ingest, errors } = rig(async (reports) => {
    if (reports.some(({ device_id }) => device_id === 2)) throw Object.assign(new Error('bad value'), { code: '22003' })
    stored.push(...reports.map(({ device_id }) => device_id))
  })
  for (const id of [1, 2, 3]) ingest.push(report(id))
  await ingest.drain()
  expect(stored).toEqual([1, 3])
  expect(ingest.counts).toMatchObject({ stored: 2, failed: 1 })
  expect(errors, 'the batch, its second half, the report, and the report again').toHaveLength(4)
})

test('an outage of the database loses no reports', async () => {
  let down = true
  const stored: number[] = []
  const { ingest } = rig(async (reports) => {
    if (down) throw new StoreAway('connect')
    stored.push(...reports.map(({ device_id }) => device_id))
  })
  ingest.push(report(1))
  setTimeout(() => (down = false), 100)
  await ingest.drain()
  expect(stored).toEqual([1])
})

test('a slow database loses the oldest reports, which are counted, and memory stays bounded', async () => {
  let open = () => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  const { ingest } = rig(() => gate)
  for (let id = 1; id <= 25_000; id++) ingest.push(report(id))
  expect(ingest.counts.dropped, 'one batch is on its way, 20,000 wait').toBe(4000)
  open()
  await ingest.drain()
  expect(ingest.counts.stored).toBe(21_000)
})

test('a refused report is found by bisection, and all others are stored', async () => {
  let tries = 0
  const stored = new Set<number>()
  const { ingest } = rig(async (reports) => {
    tries++
    if (reports.some(({ device_id }) => device_id === 777))
      throw Object.assign(new Error('bad value'), { code: '22003' })
    for (const { device_id } of reports) stored.add(device_id)
  })
  for (let id = 1; id <= 1000; id++) ingest.push(report(id))
  await ingest.drain()
  expect(ingest.counts).toMatchObject({ stored: 999, failed: 1 })
  expect(stored.has(777)).toBe(false)
  expect(tries).toBeLessThan(25)
})

test('reports that arrive while a batch is written form the next batch', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const sizes: number[] = []
  const { ingest } = rig(async (reports) => {
    sizes.push(reports.length)
    await new Promise((resolve) => setTimeout(resolve, 40))
  })
  for (let n = 0; n < 30; n++) {
    ingest.push(report(n, n))
    await vi.advanceTimersByTimeAsync(10)
  }
  const drained = ingest.drain()
  await vi.advanceTimersByTimeAsync(1000)
  await drained
  expect(sizes.reduce((sum, size) => sum + size)).toBe(30)
  expect(sizes.length, `batches of ${sizes.join()}`).toBeLessThanOrEqual(3)
})

test('a full batch is written at once', async () => {
  let taken = 0
  const { ingest } = rig(async (reports) => void (taken += reports.length))
  for (let n = 0; n < 1000; n++) ingest.push(report(n, n))
  await new Promise((resolve) => setImmediate(resolve))
  expect(taken).toBe(1000)
  await ingest.drain()
})

test('sinks of one order run concurrently, the next order follows; a failure waits for the others', async () => {
  const heard: string[] = []
  const sink = (name: string, order: number, ms: number, fails = false) =>
    defineSink({
      name,
      order,
      async take() {
        heard.push(`${name} begins`)
        await new Promise((resolve) => setTimeout(resolve, ms))
        heard.push(`${name} ends`)
        if (fails) throw Object.assign(new Error('bad value'), { code: '22003' })
      },
    })
  const ingest = startIngest({
    transaction: (work) => work({} as Db).finally(() => heard.push('over')),
    sinks: [sink('third', 2, 0), sink('first', 1, 5, true), sink('second', 1, 40)],
    queue: fairQueue({ teamOf: () => 1 }),
    tell: () => {},
    onError: () => {},
  })
  ingest.push(report(1))
  await ingest.drain()
  const once = ['first begins', 'second begins', 'first ends', 'second ends', 'over']
  expect(heard, 'the batch, and its one report alone').toEqual([...once, ...once])
  expect(ingest.counts).toMatchObject({ stored: 0, failed: 1 })
})
