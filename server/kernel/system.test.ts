import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { localBus } from '../base/bus/bus.ts'
import { defineEvent, eventSubject, listen } from './event.ts'
import type { System } from './implement.ts'
import { startListeners } from './system.ts'

const rang = defineEvent<{ n: number }>('test.rang')

/** A bus and the parts of a process that listeners need. */
function workersOn(bus = localBus((error) => expect.unreachable(String(error)))) {
  const system = { bus, log: pino({ level: 'silent' }) } as unknown as System
  return { bus, system }
}

test('each listener of an event gets all its events', async () => {
  const { bus, system } = workersOn()
  const heard: string[] = []
  const listeners = ['one', 'other', 'third'].map((name) => listen(rang, ({ n }) => void heard.push(`${name} ${n}`)))
  startListeners(system, listeners)
  bus.publish(eventSubject(rang.name), { n: 1 })
  bus.publish(eventSubject(rang.name), { n: 2 })
  await vi.waitUntil(() => heard.length === 6)
  expect(heard).toEqual(['one 1', 'other 1', 'third 1', 'one 2', 'other 2', 'third 2'])
})

test('each event is handled by one of two workers', async () => {
  const { bus, system } = workersOn()
  const heard: number[] = []
  for (let worker = 0; worker < 2; worker++) startListeners(system, [listen(rang, ({ n }) => void heard.push(n))])
  for (let n = 1; n <= 4; n++) bus.publish(eventSubject(rang.name), { n })
  await vi.waitUntil(() => heard.length >= 4)
  expect(heard).toEqual([1, 2, 3, 4])
})

test('a failing listener does not affect the others', async () => {
  const { bus, system } = workersOn()
  const heard: number[] = []
  startListeners(system, [
    listen(rang, () => {
      throw new Error('no')
    }),
    listen(rang, ({ n }) => void heard.push(n)),
  ])
  bus.publish(eventSubject(rang.name), { n: 1 })
  await vi.waitUntil(() => heard.length === 1)
})
