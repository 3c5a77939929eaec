import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { Admission } from './admission.ts'
import { defaultLimits } from './limits.ts'

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A door at which `offer` sockets can be put, with how many have begun. */
function rig(bounds: Partial<typeof defaultLimits>) {
  const door = {
    begun: 0,
    storms: [] as boolean[],
    admission: new Admission({
      bounds: { ...defaultLimits, sockets: 10_000, ...bounds },
      start: () => void door.begun++,
      open: () => 0,
      onTurnedAway: () => {},
      onStorm: (begins) => void door.storms.push(begins),
    }),
    offer(count: number) {
      for (let n = 0; n < count; n++)
        door.admission.offer(Object.assign(new EventEmitter(), { destroyed: false, destroy() {} }) as unknown as Socket)
    },
  }
  return door
}

test('a few begin without a rest between them', async () => {
  const door = rig({ storm: 16, restMs: 10_000 })
  door.offer(15)
  await expect.poll(() => door.begun).toBe(15)
})

test('of many one begins after each rest, the last few without', async () => {
  const door = rig({ storm: 4, restMs: 100, gentleMs: 60_000 })
  door.offer(6)
  await sleep(150)
  expect(door.begun).toBeGreaterThan(0)
  expect(door.begun).toBeLessThanOrEqual(2)
  await expect.poll(() => door.begun).toBe(6)
})

test('a storm that lasts is let in without rests', async () => {
  const door = rig({ storm: 4, restMs: 100, gentleMs: 350 })
  door.offer(500)
  await sleep(250)
  expect(door.begun).toBeLessThanOrEqual(3)
  await expect.poll(() => door.begun).toBe(500)
})

test('a storm is told once when it begins, and once when hardly anybody waits any more', async () => {
  const door = rig({ storm: 4, restMs: 1, gentleMs: 60_000 })
  door.offer(10)
  await expect.poll(() => door.begun).toBe(10)
  expect(door.storms).toEqual([true])
  door.admission.tick()
  door.admission.tick()
  expect(door.storms).toEqual([true, false])
})
