import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GatewayRig, sleep, startRig, until } from './rig.ts'

let rig: GatewayRig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.close())

const agent = (serial: string, methods: string[]) =>
  rig.device(serial, {
    like: 'linux-agent',
    hello: { capabilities: { platform: 'linux', 'x-belvedere': { version: 1, root: true, methods } } },
  })
const lines = [[1_790_000_000, 4, 'sshd', 'Failed password for root from 192.0.2.7 port 22']]
const told = (serial: string) => ({
  serial,
  data: { event: [1_790_000_000, { type: 'belvedere.logs', payload: { lines, dropped: 0 } }] },
})

test('lines of an agent with the capability reach the intake, those of other agents do not', async () => {
  const old = await agent('0c1111fa0101', ['cgi'])
  old.tell('event', told('0c1111fa0101'))
  const device = await agent('0c1111fa0102', ['cgi', 'logs'])
  device.tell('event', told('0c1111fa0102'))
  await until(() => rig.logs.length > 0)
  await sleep(50)
  expect(rig.logs).toMatchObject([
    { scene_id: 1, lines: [{ at: 1_790_000_000, severity: 4, program: 'sshd', text: lines[0]?.[3] }] },
  ])
  expect(rig.logs[0]).not.toHaveProperty('heard')
})

test('a log event of a stock device is a line of its log, and is also reported as an event', async () => {
  rig.logs.splice(0)
  const device = await rig.device('0c1111fa0103')
  device.tell('log', { serial: '0c1111fa0103', severity: 3, log: 'hostapd: \u001b[31mno channel\n' })
  await until(() => rig.logs.length > 0)
  expect(rig.logs).toMatchObject([
    { heard: true, lines: [{ severity: 3, program: 'hostapd', text: '[31mno channel' }] },
  ])
  expect(rig.events('device.event')).toHaveLength(1)
})

test('a report of an access point about ssh raises the same alarm as its log', async () => {
  rig.logs.splice(0)
  const device = await rig.device('0c1111fa0104')
  const msg = 'Login attempt for nonexistent user from 192.0.2.9:5511'
  device.tell('event', { serial: '0c1111fa0104', data: { event: [1_790_000_000, { type: 'ssh', payload: { msg } }] } })
  await until(() => rig.logs.length > 0)
  expect(rig.logs).toMatchObject([{ lines: [{ program: 'dropbear', text: msg }] }])
  expect(rig.events<{ event: object }>('device.event').at(-1)?.event).toMatchObject({
    type: 'device.log',
    text: `dropbear: ${msg}`,
  })
})
