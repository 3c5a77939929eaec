import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GatewayRig, startRig, until } from './rig.ts'
import type { TestDevice } from './test-device.ts'

let rig: GatewayRig
let ap: TestDevice
let other: TestDevice
beforeAll(async () => {
  rig = await startRig()
  ap = await rig.device('0c1111aa0001')
  other = await rig.device('24fe9a000007', { like: 'ucentral-switch' })
})
afterAll(() => rig.close())

async function facts(device: TestDevice, state: unknown) {
  const before = rig.reports.length
  device.tell('state', { uuid: 1, state })
  await until(() => rig.reports.length > before)
  return rig.reports[before]?.facts
}

async function event(device: TestDevice, method: string, params: Record<string, unknown>) {
  const before = rig.events('device.event').length
  device.tell(method, params)
  await until(() => rig.events('device.event').length > before)
  return rig.events('device.event')[before].event
}

test.each([[true], [1], ['1']])('carrier %j means up, for both kinds of client', async (carrier) => {
  const state = { 'link-state': { upstream: { P1: { carrier, speed: '1000', duplex: 'full' } } } }
  for (const device of [ap, other]) {
    expect((await facts(device, state))?.interfaces?.[0]).toMatchObject({ name: 'P1', up: true, speed_mbps: 1000 })
  }
})

test.each([['rx_error'], ['rx_errors']])('counters as %s', async (name) => {
  const state = { interfaces: [{ name: 'Ethernet1', counters: { [name]: '12' } }] }
  for (const device of [ap, other]) expect((await facts(device, state))?.interfaces?.[0]?.rx_errors).toBe(12)
})

test.each([[{ address: '10.0.0.9', hostname: 'x' }], ['10.0.0.9']])('ipaddr_v4 as %j', async (ipaddr_v4) => {
  const ssid = {
    ssid: 's',
    bssid: '0c:11:11:aa:00:02',
    band: '5G',
    associations: [{ station: '3c:22:fb:10:20:30', ipaddr_v4 }],
  }
  expect((await facts(ap, { interfaces: [{ ssids: [ssid] }] }))?.terminals?.[0]?.ip).toBe('10.0.0.9')
})

// logs use the syslog scale, alarms the scale of switches: critical, major, minor, warning, informational
test.each([
  [3, 3, 4],
  ['3', 3, 4],
  ['0', 0, 2],
  ['error', 3, 3],
  ['MAJOR', 3, 3],
  [99, undefined, undefined],
])('severity %j', async (severity, ofLog, ofAlarm) => {
  expect((await event(ap, 'log', { log: 'x', severity })).severity).toBe(ofLog)
  expect((await event(other, 'alarm', { data: { text: 'x', severity } })).severity).toBe(ofAlarm)
})

test.each([
  [['[E] (In /radios/0) x'], ['[E] (In /radios/0) x']],
  [[{ parameter: 'radios', reason: 'bad', substitution: '1' }], ['radios: bad → 1']],
])('rejected as %j', async (rejected, read) => {
  const answer = rig.command('0c1111aa0001', 'configure', { uuid: 5, config: { a: 1 } })
  const { id } = await ap.next('configure')
  ap.answer(id, { uuid: 5, status: { error: 1, text: '', rejected } })
  expect(await answer).toMatchObject({ data: { rejected: read.map((text) => ({ text })) } })
})

test.each(['text', 'txt'])('the reason of a refusal in %s', async (member) => {
  const answer = rig.command('0c1111aa0001', 'reboot')
  const { id } = await ap.next('reboot')
  ap.answer(id, { status: { error: 1, [member]: 'busy just now' } })
  expect(await answer).toEqual({ result: 1, msg: 'busy just now' })
})

const hourAgo = Math.floor(Date.now() / 1000) - 3600

test.each([[hourAgo], [hourAgo * 1000], [String(hourAgo)]])('an event an hour ago, with the time as %j', async (at) => {
  expect((await event(ap, 'event', { data: { event: [at, { type: 'x', payload: {} }] } })).at).toBe(hourAgo)
})

test.each([[0], [12], [4_000_000_000], [null]])('an event at %j gets the time of its arrival', async (at) => {
  const before = Math.floor(Date.now() / 1000)
  const told = await event(ap, 'event', { data: { event: [at, { type: 'x', payload: {} }] } })
  expect(told.at).toBeGreaterThanOrEqual(before)
  expect(told.at).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000))
})

test('unknown members are ignored', async () => {
  expect(
    await facts(ap, { unit: { uptime: 5, hovercraft: { eels: 'full' } }, unheard: [1, 2], exceptions: ['lldp'] }),
  ).toMatchObject({ uptime: 5 })
})
