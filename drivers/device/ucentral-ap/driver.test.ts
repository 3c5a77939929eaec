import { describe, expect, test } from 'vitest'
import { describeConformance } from '../../kit/driver-conformance.ts'
import { identityIn, readRecordings } from '../../kit/play-recording.ts'
import type { UcentralCommand } from '../../protocol/ucentral/protocol.ts'
import { ucentralAp } from './driver.ts'

const folder = new URL('./', import.meta.url)
const recordings = readRecordings(folder)
const first = (name: string) => recordings.get(name)?.[0] ?? { method: '', params: {} }
const identify = (name: string) => identityIn(ucentralAp, first(name))
const decoded = (name: string) => ucentralAp.decode(first(name).method, first(name).params)

describeConformance(ucentralAp, folder)

test.each([
  [{}, 1, undefined],
  [{ keep_config: 1, local_certificates: 1 }, 1, true],
  [{ keep_config: 0 }, 0, undefined],
])(
  'an upgrade with %j keeps the configuration: %i; certificates and gateway in any case',
  (args, keep_config, local) => {
    const said = ucentralAp.protocol.encode(
      { verb: 'upgrade', args: { uri: 'http://host/fw.bin', ...args } },
      identify('connect'),
    )
    expect(said).toMatchObject({ params: { keep_redirector: 1, keep_config } })
    const { params } = said as { params: Record<string, unknown> }
    expect(params['use-local-certificates']).toBe(local)
  },
)

test.each([
  [{}, 1],
  [{ keep_config: 1 }, 1],
  [{ keep_config: 0 }, 0],
])('a factory reset with %j keeps keys, gateway and configuration together: %i', (args, keep_redirector) => {
  const said = ucentralAp.protocol.encode({ verb: 'factory', args }, identify('connect'))
  expect(said).toMatchObject({ method: 'factory', params: { keep_redirector } })
})

test.each([
  'http://host/$(reboot).bin',
  'http://host/`reboot`',
  'http://host/a";reboot;"',
  'http://host/a\\',
  'http://host/a b',
])('an address with shell characters is refused: %s', (uri) => {
  expect(ucentralAp.protocol.encode({ verb: 'upgrade', args: { uri } }, identify('connect'))).toEqual({ wrong: 'uri' })
})

test.each([
  ['OpenWrt 21.02-SNAPSHOT r16273 / TIP-v2.11.0', false],
  ['TIP-v3.2.0-rc1', false],
  ['OpenWrt 23.05 / TIP-v4.1.0', true],
  ['OpenWrt 23.05 / TIP-devel-0123456', true],
])('firmware %s supports its own certificates: %s', (firmware, able) => {
  expect(ucentralAp.fetches(firmware).includes('local')).toBe(able)
})

describe('identity', () => {
  test('of an access point', () => {
    const identity = identify('connect')
    expect(identity).toMatchObject({
      type: 1,
      vendor: 'Edgecore',
      model: 'EdgeCore EAP101',
      mac: '0c:11:11:aa:00:01',
      cgi: [],
    })
    expect(identity.verbs).toEqual([
      'reboot',
      'factory',
      'upgrade',
      'script',
      'ping',
      'trace',
      'configure',
      'arm',
      'confirm',
      'running',
      'leds',
      'refresh',
      'listen',
      'shell',
      'kick',
      'capture',
      'watch',
    ])
    expect(identity.capabilities['x-unheard-of']).toEqual({ kept: true })
  })

  test.each([
    ['router-connect', 0],
    ['firewall-connect', 3],
  ])('type of %s is %i', (name, type) => expect(identify(name).type).toBe(type))

  test.each([
    ['olg', false, 0],
    ['AP', false, 0],
    ['ap', true, 1],
    ['unknown', true, 1],
    ['unknown', false, 7],
    [undefined, false, 7],
  ])('type of platform %s with radios %s is %i', (platform, radios, type) => {
    const capabilities = { platform, wifi: radios ? { phy0: { band: ['2G'] } } : undefined }
    expect(ucentralAp.protocol.identify({ serial: '0c1111aa0001', firmware: '1', capabilities }).type).toBe(type)
  })

  test('a restricted device gets no scripts', () => {
    expect(identify('firewall-connect').verbs).toEqual([
      'reboot',
      'factory',
      'upgrade',
      'configure',
      'leds',
      'refresh',
      'capture',
      'watch',
    ])
  })
})

describe('state of an access point', () => {
  const facts = decoded('state').facts

  test('unit', () => {
    expect(facts).toMatchObject({
      uptime: 86400,
      load: [0.31, 0.22, 0.18],
      cpu: 14,
      temperature: 61,
      config_uuid: 1790000101,
    })
    expect(facts?.memory).toEqual({ total: 973139968, free: 512110592, cached: 89980928 })
  })

  test('radio and SSID', () => {
    expect(facts?.radios).toEqual([
      {
        band: '5G',
        channel: 44,
        width_mhz: 80,
        tx_power_dbm: 20,
        utilisation: 23,
        noise_dbm: -96,
        air: { mhz: 5220, time_ms: 60_000, busy_ms: 13_800 },
      },
    ])
    expect(facts?.ssids).toEqual([
      { ssid: 'Shop', bssid: '0c:11:11:aa:00:02', band: '5G', iface: 'wlan0', terminals: 1 },
    ])
  })

  test('the terminal, up and down from its own side, once although it is also listed as a neighbour', () => {
    expect(facts?.terminals).toEqual([
      {
        mac: '3c:22:fb:10:20:30',
        link: '5G',
        ip: '10.20.0.77',
        hostname: 'till-2',
        ssid: 'Shop',
        bssid: '0c:11:11:aa:00:02',
        signal_dbm: -57,
        up_kbps: 864700,
        down_kbps: 1020600,
        up_bytes: 48211004,
        down_bytes: 903114550,
        connected_s: 5120,
      },
    ])
  })

  test('interfaces, ports, uplink and neighbour', () => {
    expect(facts?.interfaces?.map(({ name, role, up }) => [name, role, up])).toEqual([
      ['up0v0', 'wan', true],
      ['WAN', 'port', true],
      ['LAN', 'port', false],
    ])
    expect(facts?.interfaces?.[0]).toMatchObject({
      speed_mbps: 1000,
      addresses: ['10.20.0.31/24'],
      rx_bytes: 9120334455,
      rx_dropped: 12,
    })
    expect(facts?.wans).toEqual([
      { name: 'WAN', up: true, type: 'dhcp', addresses: ['10.20.0.31/24'], dns: ['10.20.0.1'] },
    ])
    expect(facts?.neighbours?.[0]).toMatchObject({
      port: 'WAN',
      name: 'sw-1',
      mac: '24:fe:9a:00:00:07',
      remote_port: 'Ethernet7',
    })
  })
})

test('state of a router: WAN, LAN and a wired terminal named by its lease', () => {
  const facts = decoded('router-state').facts
  expect(facts?.wans).toMatchObject([{ name: 'WAN', up: true, addresses: ['203.0.113.18/32'], dns: ['203.0.113.1'] }])
  expect(facts?.interfaces?.map(({ name, role, up }) => [name, role, up])).toEqual([
    ['up0v0', 'wan', true],
    ['down1v0', 'lan', true],
    ['WAN', 'port', true],
    ['LAN1', 'port', false],
    ['LAN2', 'port', true],
  ])
  expect(facts?.terminals).toEqual([
    { mac: 'b8:27:eb:44:55:66', link: 'wired', port: 'LAN2', ip: '192.168.1.50', hostname: 'nas' },
  ])
})

test('two uplinks, each with its own port: the disconnected one is down, the other is not', () => {
  const up = (name: string, address: string) => ({ name, uptime: 9, ipv4: { addresses: [address] } })
  const state = {
    interfaces: [
      up('up0v0', '198.51.100.2/30'),
      { name: 'up0v100' },
      up('up1v0', '203.0.113.9/32'),
      { name: 'down2v0' },
    ],
    'link-state': { upstream: { WAN1: { carrier: 0 }, WAN2: { carrier: 1, speed: 2500 } }, downstream: {} },
  }
  const facts = ucentralAp.decode('state', { state }).facts
  expect(facts?.wans).toMatchObject([
    { name: 'WAN1', up: false, type: 'static' },
    { name: 'WAN2', up: true, type: 'pppoe' },
  ])
  const wans = facts?.interfaces?.filter(({ name }) => /^up\dv0$/.test(name))
  expect(wans?.map(({ up, speed_mbps }) => [up, speed_mbps])).toEqual([
    [false, undefined],
    [true, 2500],
  ])
})

describe('lines', () => {
  const counters = { rx_bytes: 812_334, tx_bytes: 91_233 }
  const one = { 'link-state': { upstream: { WAN: { carrier: 1, speed: 1000 } }, downstream: { LAN: { carrier: 0 } } } }
  const dhcp = (address: string) => ({ addresses: [address], leasetime: 43_200, dhcp_server: '10.20.0.1' })
  const facts = (interfaces: object[], state: object = one) =>
    ucentralAp.decode('state', { state: { ...state, interfaces } }).facts
  const counted = (read: ReturnType<typeof facts>) =>
    read?.interfaces?.filter(({ role }) => role === 'wan').map(({ name }) => name)

  test('the onboarding network of a factory access point is not a second line, and its octets count once', () => {
    const read = facts([
      { name: 'up0v0', uptime: 900, ipv4: dhcp('10.20.0.31/24'), dns_servers: ['10.20.0.1'], counters },
      { name: 'up1v0', uptime: 0, counters },
      { name: 'down2v0', uptime: 900, ipv4: { addresses: ['192.168.1.1/24'] }, counters: {} },
    ])
    expect(read?.wans).toEqual([
      { name: 'WAN', up: true, type: 'dhcp', addresses: ['10.20.0.31/24'], dns: ['10.20.0.1'] },
    ])
    expect(counted(read)).toEqual(['up0v0'])
    expect(read?.interfaces?.map(({ name, role }) => [name, role])).toEqual([
      ['up0v0', 'wan'],
      ['up1v0', 'other'],
      ['down2v0', 'lan'],
      ['WAN', 'port'],
      ['LAN', 'port'],
    ])
  })

  test('the same on a board with two upstream ports in one bridge: one line, up while one of them is', () => {
    const two = { 'link-state': { upstream: { WAN1: { carrier: 0 }, WAN2: { carrier: 1, speed: 2500 } } } }
    const interfaces = [
      { name: 'up0v0', uptime: 900, ipv4: dhcp('10.20.0.31/24'), counters },
      { name: 'up1v0', uptime: 0, counters },
    ]
    expect(facts(interfaces, two)?.wans).toMatchObject([{ name: 'up0v0', up: true }])
    expect(counted(facts(interfaces, two))).toEqual(['up0v0'])
  })

  test('interfaces in several VLANs on one port are one line, each with its own octets', () => {
    const management = {
      name: 'up1v100',
      uptime: 9,
      ipv4: dhcp('10.99.0.5/24'),
      counters: { rx_bytes: 5, tx_bytes: 7 },
    }
    const both = facts([{ name: 'up0v0', uptime: 9, ipv4: dhcp('10.20.0.31/24'), counters }, management])
    expect(both?.wans).toMatchObject([{ name: 'WAN', up: true, addresses: ['10.20.0.31/24', '10.99.0.5/24'] }])
    expect(counted(both)).toEqual(['up0v0', 'up1v100'])
    const managed = facts([{ name: 'up0v0', uptime: 9, counters }, management])
    expect(managed?.wans).toMatchObject([{ name: 'WAN', up: true, type: 'dhcp', addresses: ['10.99.0.5/24'] }])
  })

  test('without an address on any of its interfaces, or without a carrier, it is down', () => {
    const address = { ipv4: dhcp('10.20.0.31/24') }
    expect(
      facts([
        { name: 'up0v0', counters },
        { name: 'up1v0', counters },
      ])?.wans,
    ).toMatchObject([{ up: false }])
    const cut = { 'link-state': { upstream: { WAN: { carrier: 0 } } } }
    expect(
      facts(
        [
          { name: 'up0v0', ...address, counters },
          { name: 'up1v0', counters },
        ],
        cut,
      )?.wans,
    ).toMatchObject([{ name: 'WAN', up: false }])
  })
})

describe('tolerance', () => {
  const state = (state: unknown) => ucentralAp.decode('state', { state }).facts

  test('carrier as flag or number, both as text too', () => {
    const link = (carrier: unknown) => state({ 'link-state': { upstream: { WAN: { carrier } } } })?.interfaces?.[0]?.up
    expect([1, true, '1', 'up'].map(link)).toEqual([true, true, true, true])
    expect([0, false, '0', undefined, {}].map(link)).toEqual([false, false, false, false, false])
  })

  test('a channel utilisation of 0 is not a measurement', () => {
    const radio = (more: object) =>
      state({ radios: [{ band: ['5G'], channel: 44, frequency: [5220], ...more }] })?.radios?.[0]
    expect(radio({ chanUtil: 0 })?.utilisation).toBeUndefined()
    expect(radio({ chanUtil: 7 })?.utilisation).toBe(7)
    const survey = (row: object) => radio({ chanUtil: 0, survey: [{ frequency: 5220, noise: -96, ...row }] })?.air
    expect(survey({ time: 9000, busy: 90 })).toEqual({ mhz: 5220, time_ms: 9000, busy_ms: 90 })
    expect(survey({ active: 9000, busy: 90 })).toEqual({ mhz: 5220, time_ms: 9000, busy_ms: 90 })
    expect([survey({}), survey({ time: 0, busy: 0 }), survey({ time: 9, busy: 90 })]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test('a terminal address as lease or as text', () => {
    const address = (ipaddr_v4: unknown) => {
      const associations = [{ station: '3c:22:fb:10:20:30', ipaddr_v4 }]
      return state({ interfaces: [{ ssids: [{ bssid: '0c:11:11:aa:00:02', band: ['5G'], associations }] }] })
        ?.terminals?.[0]?.ip
    }
    expect(address({ address: '10.0.0.9' })).toBe('10.0.0.9')
    expect(address('10.0.0.9')).toBe('10.0.0.9')
    expect(address(undefined)).toBeUndefined()
  })

  test('rx_error and rx_errors, numbers as text', () => {
    const errors = (counters: unknown) =>
      state({ interfaces: [{ name: 'up0v0', counters }] })?.interfaces?.[0]?.rx_errors
    expect([{ rx_error: 3 }, { rx_errors: 3 }, { rx_errors: '3' }].map(errors)).toEqual([3, 3, 3])
    expect(errors({})).toBeUndefined()
  })

  test('the band from the radio or the frequency when the SSID does not have it', () => {
    const ssid = { bssid: '0c:11:11:aa:00:02', ssid: 'x' }
    const band = (more: object, radios: unknown[] = []) =>
      state({ radios, interfaces: [{ ssids: [{ ...ssid, ...more }] }] })?.ssids?.[0]?.band
    expect(band({ radio: { $ref: '#/radios/0' } }, [{ band: ['6G'] }])).toBe('6G')
    expect(band({ frequency: [2437] })).toBe('2.4G')
    expect(band({ band: '5G-upper' })).toBe('5G')
  })

  test('the VLAN of an SSID is that of the interface it belongs to', () => {
    const vlan = (name: string) =>
      state({ interfaces: [{ name, ssids: [{ bssid: '0c:11:11:aa:00:02', ssid: 'x', band: '5G' }] }] })?.ssids?.[0]
        ?.vlan
    expect(['up1v20', 'up0v0', 'guest'].map(vlan)).toEqual([20, undefined, undefined])
  })

  test('neighbours behind the uplink, stale ones and network equipment are not terminals', () => {
    const client = (mac: string, port: string, last_seen = 0) => ({ mac, ports: [port], last_seen })
    const clients = [
      client('02:00:00:00:00:01', 'WAN'),
      client('02:00:00:00:00:02', 'LAN1'),
      client('02:00:00:00:00:03', 'LAN1', 7200),
      client('02:00:00:00:00:04', 'LAN2'),
      client('02:00:00:00:00:05', 'wlan0'),
    ]
    const facts = state({
      interfaces: [{ name: 'up0v0', clients }],
      'link-state': { upstream: { WAN: {} }, downstream: { LAN1: {}, LAN2: {} } },
      'lldp-peers': {
        downstream: { LAN2: [{ name: 'ap-7', mac: '02:00:00:00:00:04', capability: ['Bridge', 'WLAN'] }] },
      },
    })
    expect(facts?.terminals?.map(({ mac }) => mac)).toEqual(['02:00:00:00:00:02'])
  })
})

describe('events', () => {
  test('events keep their type and time, milliseconds included', () => {
    const readings = (recordings.get('events') ?? []).map(
      ({ method, params }) => ucentralAp.decode(method, params).events?.[0],
    )
    expect(readings.map((one) => [one?.at, one?.type])).toEqual([
      [1790003700, 'client.join'],
      [1790003710, 'wired.carrier-down'],
      [1790003720, 'unit.boot-up'],
    ])
    expect(readings[1]?.data).toEqual({ name: 'LAN1' })
  })

  test('severity as number and as text', () => {
    const severities = (recordings.get('log') ?? []).map(
      ({ params }) => ucentralAp.decode('log', params).events?.[0]?.severity,
    )
    expect(severities).toEqual([3, 4])
  })

  test('a new password is reported without its value', () => {
    const reading = decoded('deviceupdate')
    expect(reading.events?.[0]?.type).toBe('device.password-changed')
    expect(JSON.stringify(reading)).not.toContain('hunter2')
  })

  test('of telemetry, with the newest state as facts', () => {
    const { facts, events } = decoded('telemetry')
    expect(facts?.uptime).toBe(86425)
    expect(events).toMatchObject([{ at: 1790003800, type: 'dhcp-snooping', data: { action: 'ack' } }])
  })
})

describe('commands', () => {
  const can = identify('connect')
  const say = (verb: 'ping', args: Record<string, unknown>) => ucentralAp.protocol.encode({ verb, args }, can)

  test('a host with shell characters is refused', () => {
    for (const host of ['8.8.8.8; reboot', '$(reboot)', '-f', 'a b', '`x`', ''])
      expect(say('ping', { host })).toEqual({ wrong: 'host' })
    expect(say('ping', { host: 'example.com', count: 2 })).toMatchObject({ method: 'script' })
  })

  test('a script result: exit status, output, and 255 as time-out', () => {
    const command = ucentralAp.protocol.encode({ verb: 'script', args: { script: 'uname -a' } }, can)
    if (!command || 'wrong' in command) throw new Error('no command')
    expect(Buffer.from(String(command.params.script), 'base64').toString()).toBe('#!/bin/sh\nuname -a\n')
    expect(command.read?.({ status: { error: 0 }, result: 'Linux\n' })).toEqual({
      result: 0,
      msg: '',
      data: { text: 'Linux\n', exit: 0 },
    })
    expect(command.read?.({ status: { error: 255, text: 'timeout' } })).toMatchObject({ result: 2, msg: 'timeout' })
  })

  test.each([
    [{ uuid: 5, status: { error: 0, text: 'Success' } }, 0, []],
    [
      { uuid: 5, status: { error: 1, text: '', rejected: ['[W] (In /radios/0) dropped'] } },
      2,
      ['[W] (In /radios/0) dropped'],
    ],
    [{ uuid: 0, status: { error: 1, text: 'invalid parameters' } }, 1, []],
    [
      { uuid: 5, status: { error: 2, text: 'no', rejected: [{ parameter: 'a', reason: 'b', substitution: 7 }] } },
      1,
      ['a: b → 7'],
    ],
    [{ uuid: 5, status: { error: 1, text: 'Already applied.' } }, 0, []],
    [{ uuid: 5, status: { error: 2, txt: 'misspelt' } }, 1, []],
  ])('configure %j', (answer, result, rejected) => {
    const command = ucentralAp.protocol.encode(
      { verb: 'configure', args: { uuid: 5, config: { interfaces: [] } } },
      can,
    )
    if (!command || 'wrong' in command) throw new Error('no command')
    expect(command.params).toMatchObject({ uuid: 5, config: { uuid: 5 } })
    expect(command.read?.(answer)).toMatchObject({ result, data: { rejected: rejected.map((text) => ({ text })) } })
  })

  test('an empty configuration is never sent', () => {
    expect(ucentralAp.protocol.encode({ verb: 'configure', args: { uuid: 5, config: {} } }, can)).toEqual({
      wrong: 'config',
    })
    expect(
      ucentralAp.protocol.encode({ verb: 'configure', args: { uuid: 3_000_000_000, config: { a: 1 } } }, can),
    ).toEqual({
      wrong: 'uuid',
    })
  })
})

describe('scanning for other networks', () => {
  const capabilities = { wifi: { phy0: { band: ['2G'] } } }
  const say = () => {
    const { verbs, cgi } = ucentralAp.protocol.identify({ serial: '0c1111aa0001', firmware: '4.1', capabilities })
    return ucentralAp.protocol.encode({ verb: 'listen', args: {} }, { verbs, cgi }) as UcentralCommand
  }

  test('is available on devices with radios', () => {
    expect(
      ucentralAp.protocol.identify({ serial: '0c1111aa0001', firmware: '4.1', capabilities: {} }).verbs,
    ).not.toContain('listen')
    expect(say()).toMatchObject({ method: 'wifiscan', params: { active: 0 } })
  })

  test('the received networks, wherever the client puts them; invalid ones are left out', () => {
    const scan = [
      { bssid: '0E:5D:4E:10:00:01', ssid: 'Cafe', channel: 6, frequency: 2437, signal: -71 },
      { bssid: '0e:5d:4e:10:00:02', channel: 36, frequency: 5180, rssi: -80.4 },
      { bssid: 'nonsense', channel: 6, frequency: 2437, signal: -71 },
      { bssid: '0e:5d:4e:10:00:03', channel: 6, frequency: 99, signal: -71 },
      { bssid: '0e:5d:4e:10:00:04', channel: 6, frequency: 2437, signal: 'loud' },
    ]
    const heard = [
      { bssid: '0e:5d:4e:10:00:01', ssid: 'Cafe', band: '2.4G', channel: 6, signal: -71 },
      { bssid: '0e:5d:4e:10:00:02', ssid: '', band: '5G', channel: 36, signal: -80 },
    ]
    const { read } = say()
    expect(read?.({ status: { error: 0, scan } })).toEqual({ result: 0, msg: '', data: { heard } })
    expect(read?.({ status: { error: 0 }, scan })).toEqual({ result: 0, msg: '', data: { heard } })
    expect(read?.({ status: { error: 1, text: 'busy' } })).toEqual({ result: 1, msg: 'busy' })
  })
})

describe('disconnecting a terminal', () => {
  const can = identityIn(ucentralAp, first('connect'))
  const wire = ucentralAp.protocol.encode(
    { verb: 'kick', args: { mac: '3C:22:FB:10:20:30', ban_s: 60 } },
    can,
  ) as UcentralCommand
  const leave = (client: string) => ({ data: { event: [1, { type: 'client.leave', payload: { client } }] } })

  test('is encoded as the protocol defines, beside other commands', () => {
    expect(wire).toMatchObject({
      method: 'rrm',
      params: { actions: [{ action: 'kick', addr: '3c:22:fb:10:20:30', reason: 5, ban_time: 60 }] },
      aside: true,
    })
    expect(ucentralAp.protocol.encode({ verb: 'kick', args: { mac: 'x' } }, can)).toEqual({ wrong: 'mac' })
  })

  test('is complete when the terminal leaves, or is missing in the next state', () => {
    const after = (method: string, params: object) => wire.settles?.(method, params as never, {})
    expect(after('event', leave('3c:22:fb:10:20:30'))).toEqual({ result: 0, msg: '' })
    expect(after('event', leave('3c:22:fb:10:20:31'))).toBeUndefined()
    expect(after('state', first('state').params), 'it is still there').toBeUndefined()
    expect(after('state', { state: { interfaces: [] } })).toEqual({ result: 0, msg: '' })
    expect(after('state', { state: {} }), 'says nothing about interfaces').toBeUndefined()
    expect(after('healthcheck', {})).toBeUndefined()
  })

  test('is not available on devices without radios', () => {
    expect(identify('router-connect').verbs.includes('kick')).toBe(identify('router-connect').verbs.includes('listen'))
  })
})

describe('a packet capture', () => {
  const can = identityIn(ucentralAp, first('connect'))
  const say = (args: object) =>
    ucentralAp.protocol.encode({ verb: 'capture', args: { interface: 'any', uri: 'http://h/x', ...args } }, can)

  test('has a number of complete packets, or for a time the first octets of each', () => {
    expect(say({ packets: 100 })).toMatchObject({
      method: 'trace',
      params: { duration: 0, packets: 100, snaplen: 1600 },
    })
    expect(say({ seconds: 20, filter: 'port 53' })).toMatchObject({
      params: { interface: 'any', duration: 20, snaplen: 128, filter: 'port 53', uri: 'http://h/x' },
    })
  })

  test.each([
    ['interface', { interface: '../x' }],
    ['filter', { filter: '-w /etc/passwd' }],
    ['uri', { uri: 'http://h/$(reboot)' }],
  ])('a wrong %s is refused', (wrong, args) => expect(say(args)).toEqual({ wrong }))

  test('reports why it failed', () => {
    const status = { error: 1, text: 'Failed', resultText: 'Invalid network device specified' }
    expect((say({}) as UcentralCommand).read?.({ status })).toEqual({
      result: 1,
      msg: 'Invalid network device specified',
    })
  })
})

describe('PoE of an access point', () => {
  const power = (poe: unknown, names: string[]) =>
    ucentralAp
      .decode('state', {
        uuid: 1,
        state: { 'link-state': { downstream: Object.fromEntries(names.map((name) => [name, { carrier: 1 }])) }, poe },
      } as never)
      .facts?.interfaces?.filter(({ role }) => role === 'port')
      .map(({ name, poe }) => [name, poe])

  test('is on its LAN ports', () => {
    const poe = {
      consumption: 9.1,
      ports: [
        { id: '1', status: 'Delivering power', consumption: 9.1 },
        { id: '2', status: 'Searching' },
      ],
    }
    expect(power(poe, ['LAN1', 'LAN2', 'LAN3'])).toEqual([
      ['LAN1', { watt: 9.1, status: 'Delivering power' }],
      ['LAN2', { watt: undefined, status: 'Searching' }],
      ['LAN3', undefined],
    ])
    expect(power({ ports: [{ id: 1, status: 'Delivering power', consumption: 4200 }] }, ['LAN'])).toEqual([
      ['LAN', { watt: 4.2, status: 'Delivering power' }],
    ])
    expect(power({ ports: [null, 7, { id: 'x' }] }, ['LAN'])).toEqual([['LAN', undefined]])
  })
})
