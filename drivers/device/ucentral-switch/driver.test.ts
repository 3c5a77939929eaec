import { describe, expect, test } from 'vitest'
import { describeConformance } from '../../kit/driver-conformance.ts'
import { identityIn, readRecordings } from '../../kit/play-recording.ts'
import { ucentralSwitch } from './driver.ts'

const folder = new URL('./', import.meta.url)
const recordings = readRecordings(folder)
const first = (name: string) => recordings.get(name)?.[0] ?? { method: '', params: {} }
const identity = identityIn(ucentralSwitch, first('connect'))

describeConformance(ucentralSwitch, folder)

test('identity; functions that the switch would only pretend to support are not offered', () => {
  expect(identity).toMatchObject({
    type: 2,
    vendor: 'Edgecore',
    model: 'Edgecore ECS4100-12PH',
    mac: '24:fe:9a:00:00:07',
  })
  expect(identity.verbs).toEqual([
    'reboot',
    'factory',
    'upgrade',
    'script',
    'ping',
    'trace',
    'configure',
    'shell',
    'watch',
    'refresh',
  ])
})

test('a state is requested by a stream that ends with its first, and a health check never', () => {
  const say = (message: string) => ucentralSwitch.protocol.encode({ verb: 'refresh', args: { message } }, identity)
  const command = say('state')
  if (!command || 'wrong' in command) throw new Error('no command')
  expect(command).toMatchObject({
    method: 'telemetry',
    params: { interval: 60, types: ['state'] },
    afterwards: { method: 'telemetry', params: { interval: 0 } },
  })
  const streamed = { data: { state: [[1, { uuid: 1, serial: '24fe9a000007', state: {} }]], timestamp: 1 } }
  expect(command.settles?.('state', {}, {})).toBeUndefined()
  expect(command.settles?.('telemetry', streamed, {})).toEqual({ result: 0, msg: '' })
  expect(say('healthcheck')).toEqual({ wrong: 'message' })
})

test.each([
  ['Accton-AS4630-54PE', 'x86_64-accton_as4630_54pe-r0', 'Accton', 'Accton-AS4630-54PE'],
  ['EdgecoreEcs4150', 'x86_64-accton_ecs4150_54p-r0', 'Edgecore', 'EdgecoreEcs4150'],
  ['DellEMC-S5232f-C32', 'x86_64-dellemc_s5232f_c3538-r0', 'DellEMC', 'DellEMC-S5232f-C32'],
  ['edgecore_ecs4100-12ph', 'Edgecore ECS4100-12PH', 'Edgecore', 'Edgecore ECS4100-12PH'],
  ['tp-link_ec420-g1', 'TP-Link EC420', 'Tp-link', 'TP-Link EC420'],
  ['ECS4150-54P', undefined, '', 'ECS4150-54P'],
  ['', 'x86_64-board-r0', '', 'x86_64-board-r0'],
])('of %j and %j the vendor is %j', (compatible, model, vendor, shown) => {
  const hello = { serial: '24fe9a0f48f0', firmware: '', capabilities: { platform: 'switch', compatible, model } }
  expect(ucentralSwitch.protocol.identify(hello)).toMatchObject({ vendor, model: shown })
})

test('ports have the speeds that the device program accepts, up to the fastest form factor where those are listed', () => {
  const offered = (capabilities: object) => ucentralSwitch.ports({ platform: 'switch', ...capabilities })
  expect(offered({})).toEqual({
    speeds: [10, 100, 1000, 2500, 5000, 10_000, 25_000, 100_000],
    negotiates: false,
    duplexes: ['full'],
  })
  const forms = {
    'port-capabilities': {
      'ports-list': [
        { type: 'SFP+', ports: ['Ethernet48'] },
        { type: 'SFP', ports: [] },
      ],
    },
  }
  expect(Math.max(...offered(forms).speeds)).toBe(10_000)
})

test('the platform in upper and lower case', () => {
  const matches = (platform: unknown) =>
    ucentralSwitch.protocol.matches({ serial: '', firmware: '', capabilities: { platform } })
  expect(['switch', 'Switch', 'SWITCH ', 'ap', 7, undefined].map(matches)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})

describe('state', () => {
  const facts = ucentralSwitch.decode('state', first('state').params).facts

  test('unit with the power budget; the number of the configuration is ignored', () => {
    expect(facts).toMatchObject({ uptime: 700123, poe: { budget_w: 740, used_w: 93, status: 'Up' } })
    expect(facts?.config_uuid).toBeUndefined()
  })

  test('a port joined from interfaces and link-state', () => {
    expect(facts?.interfaces).toEqual([
      {
        name: 'Ethernet7',
        role: 'port',
        up: true,
        speed_mbps: 1000,
        duplex: 'full',
        rx_bytes: 1288456677,
        tx_bytes: 9120334455,
        rx_packets: 4410233,
        tx_packets: 7712340,
        rx_errors: 0,
        tx_errors: 0,
        rx_dropped: 0,
        tx_dropped: 0,
        poe: { watt: 11.8, status: 'Delivering Power', class: 4 },
      },
    ])
  })

  test('terminals behind an access point are left to that access point', () => {
    expect(facts?.terminals).toEqual([])
    expect(facts?.neighbours).toMatchObject([{ port: 'Ethernet7', name: 'ap-1', capabilities: ['Bridge', 'WLAN'] }])
  })
})

test('without a forwarding table terminals are unknown, which is not the same as none', () => {
  const reported = (state: object) => ucentralSwitch.decode('state', { state }).facts
  const silent = reported({ interfaces: [] })
  expect([silent?.terminals, silent?.neighbours]).toEqual([undefined, undefined])
  const empty = reported({ 'mac-forwarding-table': { overflow: false }, 'lldp-peers': {} })
  expect([empty?.terminals, empty?.neighbours]).toEqual([[], []])
})

test('terminals of the forwarding table: not behind the gateway, not twice, no group addresses', () => {
  const facts = ucentralSwitch.decode('state', {
    state: {
      'mac-forwarding-table': {
        overflow: false,
        Ethernet0: { '1': ['0c:11:11:bb:00:02', '02:00:00:00:00:09'] },
        Ethernet1: { '10': ['02:00:00:00:00:01'], '20': ['02:00:00:00:00:01', '01:00:5e:00:00:01', 'junk'] },
        Ethernet2: { '10': ['02:00:00:00:00:02'] },
      },
      'default-gateway': [{ 'gw-ip': '10.20.0.1', 'gw-mac': '0C:11:11:BB:00:02', 'out-port': 'Vlan1' }],
      'lldp-peers': {
        upstream: { Ethernet2: [{ name: 'phone', mac: '02:00:00:00:00:02', capability: ['Bridge', 'Telephone'] }] },
      },
    },
  }).facts
  expect(facts?.terminals).toEqual([
    { mac: '02:00:00:00:00:01', link: 'wired', port: 'Ethernet1', vlan: 10 },
    { mac: '02:00:00:00:00:02', link: 'wired', port: 'Ethernet2', vlan: 10 },
  ])
})

test('an alarm with only texts as members', () => {
  expect(ucentralSwitch.decode('alarm', first('alarm').params).events).toEqual([
    {
      at: 1790003500,
      type: 'device.alarm',
      text: 'PSU 1 has failed',
      severity: 3,
      data: { id: '17', resource: 'PSU 1', type_id: 'PSU_FAULT', part: 'power' },
    },
  ])
})

const alarmed = (data: object) => ucentralSwitch.decode('alarm', { data }).events?.[0]

test.each([
  // as the client of present switches numbers them: critical, major, minor, warning, informational
  ['0', 2],
  ['1', 3],
  ['2', 4],
  ['3', 4],
  ['4', 6],
  [1, 3],
  ['MAJOR', 3],
  ['critical', 2],
  ['', undefined],
  [99, undefined],
])('an alarm of severity %j has the severity %j of syslog', (severity, expected) => {
  expect(
    alarmed({ id: '1', resource: 'FAN 1', text: 'Fan 1 has failed', type_id: 'FAN_FAULT', severity })?.severity,
  ).toBe(expected)
})

test.each([
  [{ type_id: 'FAN_FAULT', resource: 'FAN 1' }, 'fan'],
  [{ type_id: 'FAN_STATE', resource: 'FANTRAY1' }, 'fan'],
  [{ resource: 'PSU 2', text: 'PSU 2 has failed' }, 'power'],
  [{ type_id: 'TEMPERATURE_EXCEEDED', resource: 'PSU 2' }, 'temperature'],
  [{ text: 'CPU thermal limit' }, 'temperature'],
  [{ type_id: 'INTERFACE_OPER', resource: 'Ethernet3' }, undefined],
])('an alarm %j is about %s', (data, part) => expect(alarmed(data)?.data?.['part']).toBe(part))

test.each([
  [{ id: '17', resource: 'FAN 1', text: 'Fan 1 has failed', severity: 'CLEARED' }, true],
  [{ id: '17', resource: 'FAN 1', text: 'Fan 1 is normal', severity: '0' }, true],
  // the entry was removed: the client sends its number and zeros
  [{ id: '17', resource: '', text: '', time_created: '0', type_id: '', severity: '0' }, true],
  [{ id: '17', resource: 'FAN 1', text: 'Fan 1 is not normal', severity: '0' }, undefined],
])('an alarm %j is cleared: %s', (data, cleared) => expect(alarmed(data)?.data?.['cleared']).toBe(cleared))

test('an alarm without members, or with members of other types, is bounded or ignored', () => {
  expect(alarmed({})).toBeUndefined()
  const long = 'x'.repeat(100_000)
  const data = { id: long, resource: [long], text: long, type_id: { deep: long }, severity: long, time_created: long }
  expect(JSON.stringify(alarmed(data)).length).toBeLessThan(2000)
})

test('a health check has its findings, as the switch reports them', () => {
  const { facts } = ucentralSwitch.decode('healthcheck', {
    sanity: 50,
    data: { messages: ['the POE feature is not initialized'] },
  })
  expect(facts).toMatchObject({
    health: 50,
    checks: [{ what: 'other', where: '', text: 'the POE feature is not initialized' }],
  })
  expect(ucentralSwitch.decode('healthcheck', { sanity: 100, data: { messages: [] } }).facts?.checks).toEqual([])
})

test('an upgrade ends with its last event, not with the first "Success"', () => {
  const command = ucentralSwitch.protocol.encode({ verb: 'upgrade', args: { uri: 'https://host/fw.bin' } }, identity)
  if (!command || 'wrong' in command) throw new Error('no command')
  const event = (operation: string) => ({
    data: { event: [1, { type: 'firmware_upgrade_status', payload: { operation } }] },
  })
  expect(command.restarts).toBe(true)
  expect(command.settles?.('event', event('download'), {})).toBeUndefined()
  expect(command.settles?.('state', event('success'), {})).toBeUndefined()
  expect(command.settles?.('event', event('success'), {})).toEqual({ result: 0, msg: '' })
  expect(command.settles?.('event', event('fail'), {})).toMatchObject({ result: 1 })
})
