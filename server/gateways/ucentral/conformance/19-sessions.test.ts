import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type ResumedSession,
  resumeSubject,
  type SessionsAnswer,
  type SessionsRequest,
  sessionsSubject,
} from '../../../devices/device-link.ts'
import { type GatewayRig, sleep, startRig, until } from './rig.ts'

const serial = '0c1111aa0001'
let rig: GatewayRig
let request: SessionsRequest[]
let answer: SessionsAnswer
let resumed: ResumedSession[]
/** The data that the device room receives. */
let takes: (one: ResumedSession) => boolean

const STOPPED_MS = 500

// a second lasts 5 ms here, and no device is disconnected for silence
beforeEach(async () => {
  rig = await startRig({ limits: { tickMs: 5, misses: 10_000, stoppedMs: STOPPED_MS, gaveUpMs: STOPPED_MS } })
  request = []
  resumed = []
  answer = { away: [], ended: [] }
  takes = () => true
  rig.bus.serve(sessionsSubject, async (ask: SessionsRequest) => {
    request.push(ask)
    return answer
  })
  rig.bus.serve(resumeSubject, async (list: ResumedSession[]) => {
    resumed.push(...list)
    answer = { away: [], ended: [] }
    return list.filter(takes).map(({ device_id }) => device_id)
  })
})
afterEach(() => rig.close())

const cameOf = (one: string) => rig.events('device.connected').filter((came) => came.serial === one)

test('the local sessions are compared every few seconds', async () => {
  await rig.device(serial)
  const [came] = cameOf(serial)
  await until(() => request.some(({ sessions }) => sessions.includes(came.session)))
  expect(came.session.startsWith(request.at(-1)?.prefix)).toBe(true)
})

test('a device that counts as offline is pinged, and is recorded as connected again after the pong', async () => {
  await rig.device(serial)
  const [came] = cameOf(serial)
  answer = { away: [came.device_id], ended: [] }
  await until(() => cameOf(serial).length === 2)
  expect(resumed).toEqual([{ device_id: came.device_id, session: came.session, address: came.address }])
  expect(cameOf(serial)[1]).toMatchObject({ session: came.session, device_id: came.device_id })
})

test('one that does not answer stays offline until it sends a report', async () => {
  const device = await rig.device(serial, { pongs: false })
  answer = { away: [cameOf(serial)[0].device_id], ended: [] }
  const seen = request.length
  await until(() => request.length > seen + 1)
  await sleep(20)
  expect(resumed).toEqual([])
  device.tell('ping', { serial, uuid: 1 })
  await until(() => cameOf(serial).length === 2)
})

test('one that is connected to another gateway by now is not recorded', async () => {
  takes = () => false
  await rig.device(serial)
  answer = { away: [cameOf(serial)[0].device_id], ended: [] }
  await until(() => resumed.length > 0)
  await sleep(20)
  expect(cameOf(serial)).toHaveLength(1)
})

test('a session without a connection is ended, one with a connection is not', async () => {
  await rig.device(serial)
  const [{ device_id, session }] = cameOf(serial)
  const lost = { device_id: 99, scene_id: 1, session: 'of an earlier connection' }
  answer = { away: [], ended: [lost, { device_id, scene_id: 1, session }] }
  await until(() => rig.departures.length > 0)
  expect(new Set(rig.departures.map((one) => one.session))).toEqual(new Set([lost.session]))
})

test('a device that disconnected while this process was stopped and reconnects has not left', async () => {
  const device = await rig.device(serial)
  await until(() => request.some(({ sessions }) => sessions.includes(cameOf(serial)[0].session)))
  device.close()
  // nothing runs here meanwhile
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STOPPED_MS * 2)
  await until(() => rig.gateway.size.sockets === 0)
  await rig.device(serial)
  expect(rig.events('device.disconnected')).toEqual([])
  expect(rig.departures).toEqual([])
})
