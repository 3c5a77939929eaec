import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { Admission } from './admission.ts'
import { defaultLimits } from '../limits.ts'

function socketOf() {
  return Object.assign(new EventEmitter(), {
    destroyed: false,
    bytesRead: 0,
    readableLength: 0,
    destroy(this: { destroyed: boolean }) {
      this.destroyed = true
    },
  })
}

/**
 * An admission to which `offer` sends sockets, with the number that have begun. Each handshake ends at once, unless `hanging`.
 */
function rig(bounds: Partial<typeof defaultLimits>, hanging = false) {
  const offered = performance.now()
  const door = {
    begun: 0,
    /** Start time of each handshake, ms since the first was offered. */
    began: [] as number[],
    storms: [] as boolean[],
    started: [] as Socket[],
    admission: new Admission({
      bounds: { ...defaultLimits, sockets: 10_000, ...bounds },
      start(socket) {
        door.begun++
        door.started.push(socket)
        door.began.push(performance.now() - offered)
        if (!hanging) queueMicrotask(() => door.admission.ended(socket))
      },
      open: () => 0,
      onTurnedAway: () => {},
      onStorm: (begins) => void door.storms.push(begins),
    }),
    offer(count: number, address = '192.0.2.1') {
      const sockets = Array.from({ length: count }, socketOf)
      for (const socket of sockets) door.admission.offer(socket as unknown as Socket, address)
      return sockets
    },
  }
  return door
}

test('a few begin without a pause between them', async () => {
  const door = rig({ storm: 16, restMs: 10_000 })
  door.offer(15)
  await expect.poll(() => door.begun).toBe(15)
})

test('of many a few begin after each pause, the last of them without', async () => {
  const door = rig({ burst: 2, storm: 4, restMs: 100, gentleMs: 60_000 })
  door.offer(8)
  await expect.poll(() => door.begun).toBe(8)
  // a busy machine may be late, never early
  expect(door.began[1]).toBeLessThan(door.began[2] as number)
  expect(door.began[4]).toBeGreaterThan(150)
})

test('a long storm is admitted without pauses', async () => {
  const door = rig({ burst: 1, storm: 4, restMs: 100, gentleMs: 350 })
  door.offer(500)
  await expect.poll(() => door.begun).toBe(500)
  expect(door.began[3]).toBeGreaterThan(250)
})

test('a storm is reported once when it begins, and once when almost no sockets wait any more', async () => {
  const door = rig({ storm: 4, restMs: 1, gentleMs: 60_000 })
  door.offer(10)
  await expect.poll(() => door.begun).toBe(10)
  expect(door.storms).toEqual([true])
  door.admission.tick()
  door.admission.tick()
  expect(door.storms).toEqual([true, false])
})

test('a reconnect storm is detected also when each handshake begins at once', async () => {
  const door = rig({ storm: 4, restMs: 1, gentleMs: 60_000 }, true)
  for (let n = 1; n <= 4; n++) {
    expect(door.storms).toEqual([])
    door.offer(1)
    await expect.poll(() => door.begun).toBe(n)
  }
  door.offer(1)
  expect(door.storms).toEqual([true])
})

test('a load that lasts for long is no longer a storm', async () => {
  const door = rig({ storm: 4, restMs: 1, gentleMs: 60_000, stormMs: 200 }, true)
  door.offer(5)
  await expect.poll(() => door.begun).toBe(5)
  await new Promise((resolve) => setTimeout(resolve, 250))
  door.admission.tick()
  door.offer(1)
  await expect.poll(() => door.begun).toBe(6)
  expect(door.storms).toEqual([true, false])
})

test('handshakes that hang are not a storm', async () => {
  const door = rig({ storm: 4, restMs: 1, gentleMs: 60_000, hangMs: 200 }, true)
  door.offer(5)
  await expect.poll(() => door.begun).toBe(5)
  door.admission.tick()
  expect(door.storms).toEqual([true])
  await new Promise((resolve) => setTimeout(resolve, 250))
  door.admission.tick()
  door.offer(3)
  await expect.poll(() => door.begun).toBe(8)
  expect(door.storms).toEqual([true, false])
})

const gone = (sockets: { destroyed: boolean }[]) => sockets.filter(({ destroyed }) => destroyed).length

test('addresses take turns: a socket behind thousands of another address begins among the first', async () => {
  const door = rig({ burst: 2, storm: 100_000 })
  door.offer(3000)
  const [other] = door.offer(1, '192.0.2.2')
  await expect.poll(() => door.started.includes(other as unknown as Socket)).toBe(true)
  expect(door.started.indexOf(other as unknown as Socket)).toBeLessThan(10)
  await expect.poll(() => door.begun).toBe(3001)
})

test('of an address that has used up its share, the oldest silent handshake is closed for its next one', async () => {
  const door = rig({ handshakes: 10, handshakesEach: 4, silentMs: 300, slowMs: 60_000 }, true)
  const silent = door.offer(4)
  await expect.poll(() => door.begun).toBe(4)
  Object.assign(silent[0] ?? {}, { bytesRead: 100 })
  const [next] = door.offer(1)
  const [elsewhere] = door.offer(1, '192.0.2.2')
  await expect.poll(() => door.started.includes(elsewhere as unknown as Socket)).toBe(true)
  expect(gone(silent)).toBe(0)
  await expect.poll(() => door.started.includes(next as unknown as Socket)).toBe(true)
  expect(silent.map(({ destroyed }) => destroyed)).toEqual([false, true, false, false])
})

test('when all places are taken, the address with most handshakes loses one; slow handshakes are closed after a while', async () => {
  const door = rig({ handshakes: 6, handshakesEach: 5, silentMs: 100, slowMs: 400 }, true)
  const slow = door.offer(5)
  for (const one of slow) one.bytesRead = 1
  await expect.poll(() => door.begun).toBe(5)
  for (const one of slow) one.bytesRead = 2
  const few = door.offer(1, '192.0.2.2')
  await expect.poll(() => door.begun).toBe(6)
  door.offer(1, '192.0.2.3')
  await expect.poll(() => door.begun).toBe(7)
  expect([gone(slow), gone(few)]).toEqual([1, 0])
})

test('when too many wait, the address with most of them loses its latest', () => {
  const door = rig({ waiting: 10, handshakes: 0 }, true)
  const many = door.offer(10)
  const [other] = door.offer(1, '192.0.2.2')
  expect(other?.destroyed).toBe(false)
  expect(many.map(({ destroyed }) => destroyed)).toEqual([...Array(9).fill(false), true])
  expect(gone(door.offer(1))).toBe(1)
})
