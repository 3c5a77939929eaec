import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { localBus } from '../../base/bus/bus.ts'
import { sessionsSubject } from '../../devices/device-link.ts'
import { defaultLimits } from './limits.ts'
import { type HeldSession, SessionSync } from './sessions.ts'

const { stoppedMs, gaveUpMs, returnMs } = defaultLimits

let now: number
let sessions: SessionSync
/** Seconds since the device left; empty: it did not. */
let left: number[]

const held: HeldSession = {
  device_id: 7,
  session: 'one',
  address: '192.0.2.1',
  alive: false,
  heardAt: 0,
  ping() {},
  resumed() {},
  left: (ago) => void left.push(ago),
}

beforeEach(() => {
  now = 0
  left = []
  const bus = localBus(() => {})
  bus.serve(sessionsSubject, async () => ({ away: [], ended: [] }))
  const log = pino({ level: 'silent' })
  sessions = new SessionSync({ bus, log, limits: defaultLimits, held: there, all: [], depart() {}, now: () => now })
  void sessions.tick()
})

/** Devices that are connected all the time. */
const there = new Map([[1, { ...held, device_id: 1, alive: true }]])

const runFor = (ms: number) => {
  for (const end = now + ms; now < end; void sessions.tick()) now += 1000
}

test('a device leaves at once when its connection ends', () => {
  runFor(10_000)
  sessions.gone(held)
  expect(left).toEqual([0])
})

test.each([
  ['read before the first tick', () => {}],
  ['read after it', () => void sessions.tick()],
])('after a stop a device has time to reconnect: an end that is %s', (_, first) => {
  now += gaveUpMs + 1
  first()
  sessions.gone(held)
  runFor(returnMs - 2000)
  expect(left).toEqual([])
  sessions.came(held.device_id)
  runFor(returnMs * 2)
  expect(left).toEqual([])
})

test('one that does not reconnect has left at the end of its connection', () => {
  now += gaveUpMs + 1
  sessions.gone(held)
  void sessions.tick()
  runFor(returnMs)
  expect(left).toEqual([returnMs / 1000])
  runFor(returnMs)
  expect(left).toHaveLength(1)
})

test('a short stop, in which no client closes its connection, delays nothing', () => {
  now += stoppedMs + 1
  sessions.gone(held)
  expect(left).toEqual([0])
})

test('nor does a stop without a connected device, as at the start', () => {
  there.clear()
  void sessions.tick()
  now += gaveUpMs + 1
  sessions.gone(held)
  there.set(1, { ...held, device_id: 1, alive: true })
  expect(left).toEqual([0])
})

test('time in which this process was stopped again is not counted', () => {
  now += gaveUpMs + 1
  sessions.gone(held)
  now += returnMs * 2
  void sessions.tick()
  expect(left).toEqual([])
  runFor(returnMs)
  expect(left).toEqual([(returnMs * 3) / 1000])
})

test('some time after a stop a device leaves at once again', () => {
  now += gaveUpMs + 1
  runFor(returnMs + 1000)
  sessions.gone(held)
  expect(left).toEqual([0])
})

test('a session whose device may reconnect is not ended by the comparison', async () => {
  const ended: string[] = []
  const bus = localBus(() => {})
  const { device_id, session } = held
  bus.serve(sessionsSubject, async () => ({ away: [], ended: [{ device_id, scene_id: 1, session }] }))
  sessions = new SessionSync({
    bus,
    log: pino({ level: 'silent' }),
    limits: defaultLimits,
    held: there,
    all: [],
    depart: (one) => void ended.push(one.session),
    now: () => now,
  })
  await sessions.tick()
  now += gaveUpMs + 1
  sessions.gone(held)
  await sessions.tick()
  expect(ended).toEqual([])
})
