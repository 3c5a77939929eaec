import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { connect, createServer, type AddressInfo } from 'node:net'
import { MessageChannel } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Bus, localBus, NobodyServes, TimedOut } from './bus.ts'
import { natsBus } from './nats-bus.ts'
import { serveThread, threadBus } from './thread-bus.ts'

const hasNats = (() => {
  try {
    execFileSync('nats-server', ['--version'])
    return true
  } catch {
    return false
  }
})()

const natsPort = await new Promise<number>((resolve) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const { port } = probe.address() as AddressInfo
    probe.close(() => resolve(port))
  })
})
const listens = () =>
  new Promise<boolean>((resolve) => {
    const probe = connect(natsPort, '127.0.0.1')
    probe.once('connect', () => resolve(true)).once('error', () => resolve(false))
    probe.once('connect', () => probe.destroy())
  })

let nats: ChildProcess | undefined
const startNats = async () => {
  nats = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(natsPort)], { stdio: 'ignore' })
  await vi.waitUntil(listens)
}
beforeAll(async () => hasNats && startNats())
afterAll(() => void nats?.kill())

const errors: unknown[] = []
const onError = (error: unknown) => void errors.push(error)
const url = `nats://127.0.0.1:${natsPort}`

/** A process's bus, that of a thread of it, and how the thread dies. */
function withThread(bus = localBus(onError)): { process: Bus; thread: Bus; die(): void } {
  const { port1, port2 } = new MessageChannel()
  const unserve = serveThread(bus, port1)
  const thread = threadBus(port2, onError)
  const die = () => {
    unserve()
    port1.close()
  }
  const close = async () => {
    await thread.close()
    die()
  }
  return { process: bus, thread: { ...thread, close }, die }
}

/** Two ends of one bus: the same object in one process, two connections with NATS, a process and its thread either way round. */
const kinds: [string, boolean, () => Promise<[Bus, Bus]>][] = [
  [
    'local',
    true,
    async () => {
      const bus = localBus(onError)
      return [bus, bus]
    },
  ],
  [
    'to a thread',
    true,
    async () => {
      const { process, thread } = withThread()
      return [process, thread]
    },
  ],
  [
    'from a thread',
    true,
    async () => {
      const { process, thread } = withThread()
      return [thread, process]
    },
  ],
  ['nats', hasNats, async () => [await natsBus({ url, onError }), await natsBus({ url, onError })]],
]

const settle = () => new Promise((resolve) => setTimeout(resolve, 150))
/** Waits until the message arrives. */
const isHeard = async (heard: readonly unknown[], wanted: readonly unknown[]) => {
  await expect.poll(() => heard).toEqual(wanted)
  await settle()
  expect(heard).toEqual(wanted)
}

describe.each(kinds)('%s', (_name, there, open) => {
  test.skipIf(!there)('a published message reaches the other end', async () => {
    const [here, away] = await open()
    const heard: unknown[] = []
    const stop = away.subscribe('news', (payload) => void heard.push(payload))
    await settle()
    here.publish('news', { n: 1 })
    await isHeard(heard, [{ n: 1 }])
    stop()
    await settle()
    here.publish('news', { n: 2 })
    await settle()
    expect(heard).toEqual([{ n: 1 }])
    await Promise.all([here.close(), away.close()])
  })

  test.skipIf(!there)('a request is answered by its server', async () => {
    const [here, away] = await open()
    const stop = away.serve('double', async ({ n }: { n: number }) => n * 2)
    await settle()
    expect(await here.request('double', { n: 21 }, 5000)).toBe(42)
    stop()
    await settle()
    await expect(here.request('double', { n: 1 }, 5000)).rejects.toBeInstanceOf(NobodyServes)
    await Promise.all([here.close(), away.close()])
  })

  test.skipIf(!there)('a request without a server fails at once, before the time-out', async () => {
    const [here, away] = await open()
    // longer than a test may take: it would end that way
    await expect(here.request('nobody', {}, 600_000)).rejects.toBeInstanceOf(NobodyServes)
    await Promise.all([here.close(), away.close()])
  })

  test.skipIf(!there)('an answer that does not come times out, one that throws fails', async () => {
    const [here, away] = await open()
    away.serve('slow', () => new Promise(() => {}))
    away.serve('broken', async () => {
      throw new Error('no luck')
    })
    await settle()
    await expect(here.request('slow', {}, 80)).rejects.toBeInstanceOf(TimedOut)
    await expect(here.request('broken', {}, 5000)).rejects.toThrow('no luck')
    await Promise.all([here.close(), away.close()])
  })

  test.skipIf(!there)('a throwing subscriber does not affect others', async () => {
    const [here, away] = await open()
    const heard: unknown[] = []
    away.subscribe('risky', () => {
      throw new Error('subscriber')
    })
    away.subscribe('risky', (payload) => void heard.push(payload))
    await settle()
    here.publish('risky', 1)
    await isHeard(heard, [1])
    await Promise.all([here.close(), away.close()])
  })

  test.skipIf(!there)('one of several members of a group gets each message', async () => {
    const [here, away] = await open()
    const heard: number[] = []
    for (let member = 0; member < 3; member++)
      away.subscribe('mine', ({ n }: { n: number }) => void heard.push(n), 'group')
    await settle()
    for (let n = 1; n <= 20; n++) here.publish('mine', { n })
    await vi.waitUntil(() => heard.length >= 20)
    await settle()
    expect(heard.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
    await Promise.all([here.close(), away.close()])
  })
})

test('a message of a thread reaches the thread itself at once, and the process and its groups once', async () => {
  const { process, thread } = withThread()
  const heard: string[] = []
  thread.subscribe('mine', ({ n }: { n: number }) => void heard.push(`thread ${n}`))
  process.subscribe('mine', ({ n }: { n: number }) => void heard.push(`process ${n}`))
  process.subscribe('mine', ({ n }: { n: number }) => void heard.push(`group ${n}`), 'group')
  await settle()
  thread.publish('mine', { n: 1 })
  expect(heard).toEqual(['thread 1'])
  await isHeard(heard, ['thread 1', 'process 1', 'group 1'])
  process.publish('mine', { n: 2 })
  await isHeard(heard, ['thread 1', 'process 1', 'group 1', 'process 2', 'group 2', 'thread 2'])
  await thread.close()
})

test('a dead thread serves nothing, and its requests are not answered', async () => {
  const { process, thread, die } = withThread()
  thread.serve('slow', () => new Promise(() => {}))
  await settle()
  const underWay = process.request('slow', {}, 60_000)
  await settle()
  die()
  await expect(underWay).rejects.toBeInstanceOf(TimedOut)
  await expect(process.request('slow', {}, 5000)).rejects.toBeInstanceOf(NobodyServes)
})

test.skipIf(!hasNats)('a message of a process reaches the process itself first, and once', async () => {
  const bus = await natsBus({ url, onError })
  const heard: string[] = []
  bus.subscribe('mine', ({ n }: { n: number }) => void heard.push(`all ${n}`))
  bus.subscribe('mine', ({ n }: { n: number }) => void heard.push(`one of the group ${n}`), 'group')
  await settle()
  bus.publish('mine', { n: 1 })
  expect(heard).toEqual(['all 1'])
  await isHeard(heard, ['all 1', 'one of the group 1'])
  await bus.close()
})

test.skipIf(!hasNats)('of several servers of a subject, the requesting process answers itself', async () => {
  const buses = [await natsBus({ url, onError }), await natsBus({ url, onError })]
  const answered: number[] = []
  buses.forEach((bus, n) => bus.serve('who', async () => void answered.push(n)))
  await settle()
  for (const bus of buses) await bus.request('who', {}, 5000)
  await settle()
  expect(answered).toEqual([0, 1])
  await Promise.all(buses.map((bus) => bus.close()))
})

test.skipIf(!hasNats)('of several servers in a group, one handles a request of another process', async () => {
  const [requests, ...others] = [
    await natsBus({ url, onError }),
    await natsBus({ url, onError }),
    await natsBus({ url, onError }),
  ]
  const { process, thread } = withThread(others[0])
  let done = 0
  const does = async () => ++done
  thread.serve('hold', does, 'gateways')
  others[1]?.serve('hold', does, 'gateways')
  await settle()
  for (let n = 1; n <= 10; n++) {
    await requests?.request('hold', {}, 5000)
    expect(done).toBe(n)
  }
  await settle()
  expect(done).toBe(10)
  await thread.close()
  await Promise.all([requests, process, others[1]].map((bus) => bus?.close()))
})

test.skipIf(!hasNats)(
  'while the bus is away nobody waits, what is here is answered, and its return is told',
  async () => {
    let returns = 0
    const here = await natsBus({ url, onError, onReturn: () => returns++ })
    const away = await natsBus({ url, onError })
    here.serve('here', async () => 1)
    away.serve('slow', () => new Promise(() => {}))
    away.serve('there', async () => 2)
    await settle()
    const underWay = here.request('slow', {}, 60_000)
    await settle()
    nats?.kill('SIGKILL')
    await expect(underWay, 'its outcome is unknown').rejects.toBeInstanceOf(TimedOut)
    await expect(here.request('there', {}, 60_000)).rejects.toThrow('away')
    expect(await here.request('here', {}, 5000)).toBe(1)
    await startNats()
    await expect.poll(() => here.request('there', {}, 1000).catch(() => 0), { timeout: 15_000 }).toBe(2)
    expect(returns).toBe(1)
    await Promise.all([here.close(), away.close()])
  },
)

test('thousands of requests are handled in order, with other work in between', async () => {
  const { process, thread } = withThread()
  const heard: number[] = []
  let between = 0
  thread.serve('double', async (n: number) => {
    if (heard.push(n) === 1) setImmediate(() => (between = heard.length))
    return 2 * n
  })
  await settle()
  const all = Array.from({ length: 2000 }, (_, n) => n)
  expect(await Promise.all(all.map((n) => process.request('double', n, 5000)))).toEqual(all.map((n) => 2 * n))
  expect(heard).toEqual(all)
  expect(between).toBeGreaterThan(0)
  expect(between).toBeLessThan(all.length)
  await thread.close()
})
