import { describe, expect, test } from 'vitest'
import type { Effective } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { describeCompiler } from '../../kit/compile/compile-conformance.ts'
import type { Json } from '../../kit/compile/draft.ts'
import { readRecordings } from '../../kit/play-recording.ts'
import { readConnect } from '../../protocol/ucentral/protocol.ts'
import { knownMembers } from '../../protocol/ucentral/compile/members.ts'
import { compileAp } from './compile.ts'
import { ucentralAp } from './driver.ts'

const recordings = readRecordings(new URL('.', import.meta.url))
const said = (name: string) => readConnect(recordings.get(name)?.[0]?.params ?? {}).capabilities
const ap = said('connect')
const router = said('router-connect')
const triple = {
  ...ap,
  wifi: { ...(ap['wifi'] as Json), six: { band: ['6G'], channels: [1, 5, 37], htmode: ['HE20', 'HE160'] } },
}
const old = { platform: 'ap', wifi: { phy0: { band: ['2G'], channels: [1, 6, 11], htmode: ['HT20', 'HT40'] } } }

const base = {
  unit: { name: 'old-name', timezone: 'UTC' },
  radios: [
    { band: '5G', channel: 36, 'channel-width': 80, country: 'US', 'allow-dfs': false },
    { band: '2G', channel: 'auto', country: 'US' },
  ],
  interfaces: [
    {
      name: 'WAN',
      role: 'upstream',
      services: ['lldp'],
      ethernet: [{ 'select-ports': ['WAN*', 'LAN*'] }],
      ipv4: { addressing: 'dynamic' },
      ssids: [
        {
          name: 'Shop',
          'wifi-bands': ['2G', '5G'],
          'bss-mode': 'ap',
          encryption: { proto: 'psk2', key: 'rain-and-wind', ieee80211w: 'disabled' },
        },
        { name: 'Free', 'wifi-bands': ['2G'], encryption: { proto: 'none' } },
      ],
    },
    {
      name: 'LAN',
      role: 'downstream',
      ethernet: [{ 'select-ports': ['LAN2'] }],
      ipv4: { addressing: 'static', subnet: '192.168.1.1/24' },
      ssids: [],
    },
  ],
  metrics: { statistics: { interval: 60, types: ['ssids'] } },
  'third-party': { acme: { kept: [1, null, { kept: true }] } },
} as const

describeCompiler('ucentral-ap', compileAp, {
  capabilities: [ap, router, said('firewall-connect'), triple, old],
  bases: [base as unknown as Json, null],
  members: knownMembers,
})

const compile = (desired: Effective, can = ap, on: unknown = base) => compileAp(desired, can, on as Json | null)
const refusalsOf = (desired: Effective, can = ap) =>
  compile(desired, can).refusals.map(({ intent, instead }) => [intent, instead])
const uplink = (document: Json) => (document['interfaces'] as Json[])[0] as Json
const ssids = (document: Json) => uplink(document)['ssids'] as Json[]

test('a new wireless network is added to the uplink, with all desired settings in device terms, every value explained', () => {
  const { document, explanation, refusals } = compile({
    wireless: {
      Guest: {
        password: 'sunny-day',
        security: 'WPA2PSKWPA3PSK',
        hidden: 1,
        isolate: 1,
        up_kbps: 2000,
        down_kbps: 8000,
        max_clients: 40,
        deny: ['02:00:00:00:00:09'],
      },
    },
  })
  expect(ssids(document)[2]).toEqual({
    name: 'Guest',
    'bss-mode': 'ap',
    'wifi-bands': ['2G', '5G'],
    'hidden-ssid': true,
    'isolate-clients': true,
    'maximum-clients': 40,
    encryption: { proto: 'sae-mixed', ieee80211w: 'optional', key: 'sunny-day' },
    'rate-limit': { 'ingress-rate': 2, 'egress-rate': 8 },
    'access-control-list': { mode: 'deny', 'mac-address': ['02:00:00:00:00:09'] },
  })
  expect(refusals).toEqual([])
  expect(explanation).toMatchObject({
    '/interfaces/0/ssids/2': ['wireless/Guest'],
    '/interfaces/0/ssids/2/encryption/proto': ['wireless/Guest/security'],
    '/interfaces/0/ssids/2/encryption/key': ['wireless/Guest/password'],
    '/interfaces/0/ssids/2/rate-limit/ingress-rate': ['wireless/Guest/up_kbps'],
  })
  expect(document['third-party']).toBe(base['third-party'])
})

test('an existing network is edited in place, renamed, or removed', () => {
  const edited = compile({ wireless: { Shop: { password: 'new-password' } } }).document
  expect(ssids(edited)[0]).toEqual({
    ...base.interfaces[0].ssids[0],
    encryption: { proto: 'psk2', key: 'new-password', ieee80211w: 'disabled' },
  })
  expect(ssids(compile({ wireless: { Shop: { ssid: 'Laden' } } }).document).map(({ name }) => name)).toEqual([
    'Laden',
    'Free',
  ])
  expect(ssids(compile({ wireless: { Free: { enable: 0 } } }).document).map(({ name }) => name)).toEqual(['Shop'])
})

test('a network that takes the name of another one is not confused with it', () => {
  const { document } = compile({ wireless: { Free: { ssid: 'Shop' }, Shop: { enable: 0 } } })
  expect(ssids(document)).toMatchObject([{ name: 'Shop', encryption: { proto: 'none' } }])
})

test('at 6 GHz a network has a separate entry, with the security that the band requires', () => {
  const { document, refusals } = compile(
    { wireless: { Shop: { bands: ['2g', '5g', '6g'], security: 'WPA2PSKWPA3PSK' } } },
    triple,
  )
  expect(refusals).toEqual([])
  expect(ssids(document).filter(({ name }) => name === 'Shop')).toMatchObject([
    { 'wifi-bands': ['2G', '5G'], encryption: { proto: 'sae-mixed', ieee80211w: 'optional', key: 'rain-and-wind' } },
    { 'wifi-bands': ['6G'], encryption: { proto: 'sae', ieee80211w: 'required', key: 'rain-and-wind' } },
  ])
})

test('a network goes into one of the device’s own networks, or into a VLAN of the uplink', () => {
  const inside = compile({
    lan: { guests: { subnet: '10.9.0.1/24', dhcp: 1 } },
    wireless: { Shop: { network: 'guests' } },
  })
  expect(inside.document['interfaces']).toMatchObject([
    { ssids: [{ name: 'Free' }] },
    {},
    {
      name: 'guests',
      role: 'downstream',
      ipv4: { subnet: '10.9.0.1/24', dhcp: { 'lease-first': 10, 'lease-count': 100, 'lease-time': '6h' } },
      ssids: [{ name: 'Shop' }],
    },
  ])
  expect(inside.explanation['/interfaces/2/ssids/0']).toEqual(['wireless/Shop/network'])
  const vlan = compile({ wireless: { Guest: { vlan: 40 } } })
  expect((vlan.document['interfaces'] as Json[])[2]).toMatchObject({
    name: 'VLAN40',
    vlan: { id: 40 },
    ssids: [{ name: 'Guest', encryption: { proto: 'none' } }],
  })
})

test('a list entry that one network releases is available for the next one', () => {
  const { document, refusals } = compile({ wireless: { Guest: { vlan: 20 }, Shop: {} } }, ap, null)
  expect(refusals).toEqual([])
  expect(
    (document['interfaces'] as Json[]).map((one) => (one['ssids'] as Json[] | undefined)?.map(({ name }) => name)),
  ).toEqual([['Shop'], undefined, ['Guest']])
})

test('uplinks: every type, replacing the one on the device', () => {
  const ipv4 = (wan: NonNullable<Effective['wan']>[string]) => uplink(compile({ wan: { WAN: wan } }).document)
  expect(ipv4({ type: 'static', subnet: '10.0.0.2/24', gateway: '10.0.0.1', dns: ['1.1.1.1'] })['ipv4']).toEqual({
    addressing: 'static',
    subnet: '10.0.0.2/24',
    gateway: '10.0.0.1',
    'use-dns': ['1.1.1.1'],
  })
  expect(ipv4({ type: 'pppoe', user: 'u', password: 'p' })['broad-band']).toEqual({
    protocol: 'pppoe',
    'user-name': 'u',
    password: 'p',
  })
  expect(ipv4({ vlan: 7 })['vlan']).toEqual({ id: 7 })
})

const cases: [string, Effective, [string, string | undefined][], Json?][] = [
  ['no 6 GHz radio', { wireless: { Shop: { bands: ['5g', '6g'] } } }, [['wireless/Shop/bands', '5G']]],
  [
    'a mode that the radio does not have at this width',
    { radio: { '5g': { mode: 14, bandwidth: '20' } } },
    [['radio/5g/mode', 'HT']],
    { ...ap, wifi: { a: { band: ['5G'], channels: [36], htmode: ['HT20', 'HT40', 'VHT80', 'HE80'] } } },
  ],
  [
    'WPA2 at 6 GHz',
    { wireless: { Shop: { bands: ['5g', '6g'], security: 'WPA2PSK' } } },
    [['wireless/Shop/bands', '5G']],
    triple,
  ],
  [
    'WPA3 on radios of 802.11n',
    { wireless: { X: { security: 'WPA2PSKWPA3PSK', password: 'sunny-day' } } },
    [['wireless/X/security', 'WPA2PSK']],
    old,
  ],
  ['a name of 33 bytes', { wireless: { X: { ssid: '一二三四五六七八九十十' } } }, [['wireless/X/ssid', undefined]]],
  ['no password', { wireless: { X: { security: 'WPA2PSK' } } }, [['wireless/X/password', undefined]]],
  [
    'a password that a shell would run',
    { system: { '': { password: 'a;reboot' } } },
    [['system//password', undefined]],
  ],
  [
    'a password of other letters',
    { wireless: { X: { password: '密码密码密码密码', security: 'WPA2PSK' } } },
    [['wireless/X/password', undefined]],
  ],
  [
    'a server that is none',
    { wireless: { X: { security: 'WPA2', radius_host: 'a b', radius_secret: 's' } } },
    [['wireless/X/radius_host', undefined]],
  ],
  [
    'a RADIUS port below 1024',
    { wireless: { X: { security: 'WPA2', radius_host: 'r', radius_secret: 's', radius_port: 99 } } },
    [['wireless/X/radius_port', '1812']],
  ],
  ['a log port below 100', { service: { log: { servers: ['l'], port: 99 } } }, [['service/log/port', '514']]],
  ['a time server that is none', { service: { ntp: { servers: ['a b', 'c'] } } }, [['service/ntp/servers', 'c']]],
  ['a VLAN above 4050', { wireless: { X: { vlan: 4060 } } }, [['wireless/X/vlan', undefined]]],
  ['a port VLAN above 4050', { port: { LAN2: { vlan: 4060 } } }, [['port/LAN2/vlan', undefined]]],
  ['a second uplink on the socket of the first', { wan: { WAN: {}, two: { type: 'dhcp' } } }, [['wan/two', undefined]]],
  ['the socket of the uplink for a network', { lan: { LAN: { ports: ['WAN'] } } }, [['lan/LAN/ports', undefined]]],
  ['the socket of the uplink in a VLAN', { port: { WAN: { vlan: 20 } } }, [['port/WAN/vlan', undefined]]],
  ['a name server that is none', { wan: { WAN: { dns: ['1.1.1.1', '999.1.1.1'] } } }, [['wan/WAN/dns', '1.1.1.1']]],
  ['a channel inside a block', { radio: { '5g': { channel: 40 } } }, [['radio/5g/channel', '36']]],
  ['no server', { wireless: { X: { security: 'WPA2' } } }, [['wireless/X/radius_host', undefined]]],
  [
    'TKIP, of which the client has no word',
    { wireless: { Shop: { security: 'WPAPSKWPA2PSK', cipher: 'TKIPAES' } } },
    [['wireless/Shop/cipher', 'AES']],
  ],
  [
    'channel 12 in the United States',
    { radio: { '2g': { region: 'US', channel: 12 } } },
    [['radio/2g/channel', 'auto']],
  ],
  ['channel 165 at 80 MHz', { radio: { '5g': { bandwidth: '80', channel: 165 } } }, [['radio/5g/channel', 'auto']]],
  ['what a service does not know', { service: { lldp: { port: 2222 } } }, [['service/lldp/port', undefined]]],
  [
    'TKIP with WPA2',
    { wireless: { Shop: { security: 'WPA2PSK', cipher: 'TKIPAES' } } },
    [['wireless/Shop/cipher', 'AES']],
  ],
  ['GB2312', { wireless: { Shop: { encoding: 'GB2312' } } }, [['wireless/Shop/encoding', 'UTF-8']]],
  ['half a Mbit/s', { wireless: { Shop: { up_kbps: 1500 } } }, [['wireless/Shop/up_kbps', '2 Mbit/s']]],
  ['a channel the radio has not', { radio: { '2g': { channel: 13 } } }, [['radio/2g/channel', 'auto']]],
  [
    'a channel of the United States in China',
    { radio: { '5g': { region: 'CN', channel: 100 } } },
    [
      ['radio/5g/region', 'US, CA'],
      ['radio/5g/channel', 'auto'],
    ],
  ],
  ['DFS that is switched off', { radio: { '5g': { channel: 52 } } }, [['radio/5g/channel', 'auto']]],
  ['wider than the radio', { radio: { '5g': { bandwidth: '160' } } }, [['radio/5g/bandwidth', '80 MHz']]],
  ['80 MHz at 2.4 GHz', { radio: { '2g': { bandwidth: '80' } } }, [['radio/2g/bandwidth', '40 MHz']]],
  ['a mode of the other band', { radio: { '2g': { mode: 14 } } }, [['radio/2g/mode', undefined]]],
  ['11g alone', { radio: { '2g': { mode: 4 } } }, [['radio/2g/mode', undefined]]],
  ['11ac where there is 11n', { radio: { '2g': { mode: 16 } } }, [['radio/2g/mode', 'HT']], old],
  ['a port that is not there', { lan: { LAN: { ports: ['LAN1', 'LAN9'] } } }, [['lan/LAN/ports', 'LAN1']]],
  ['PoE where there is none', { port: { WAN: { poe: 1 } } }, [['port/WAN/poe', undefined]]],
  ['a duplex it has no word for', { port: { LAN1: { duplex: 'half' } } }, [['port/LAN1/duplex', undefined]]],
  ['a speed of switches', { port: { LAN1: { speed: 25_000 } } }, [['port/LAN1/speed', undefined]]],
  ['a limit of power', { port: { LAN1: { poe_limit: 9000 } } }, [['port/LAN1/poe_limit', undefined]]],
  ['the only uplink disabled', { wan: { WAN: { type: 'disabled' } } }, [['wan/WAN/type', undefined]]],
  [
    'static without a gateway',
    { wan: { WAN: { type: 'static', subnet: '10.0.0.2/24' } } },
    [['wan/WAN/gateway', undefined]],
  ],
  ['PPPoE without a password', { wan: { WAN: { type: 'pppoe', user: 'u' } } }, [['wan/WAN/type', undefined]]],
  [
    'more leases than addresses',
    { lan: { LAN: { subnet: '10.0.0.1/28', dhcp: 1, dhcp_first: 4, dhcp_count: 50 } } },
    [['lan/LAN/dhcp_count', '11']],
  ],
  ['a zone nobody knows', { system: { '': { timezone: 'Mars/Base' } } }, [['system//timezone', undefined]]],
  ['reports every ten seconds', { service: { report: { interval: 10 } } }, [['service/report/interval', '60 s']]],
]

test.each(cases)('refused: %s', (_, desired, expected, can) => {
  expect(refusalsOf(desired, can)).toEqual(expected)
})

test('a DFS channel that the radio does not list among its channels is refused: the renderer would take another', () => {
  const five = { band: ['5G'], channels: [36, 40, 44, 48], dfs_channels: [52], htmode: ['HE20', 'HE80'] }
  const refusalsWith = (channels: number[]) =>
    compileAp({ radio: { '5g': { channel: 52 } } }, { ...ap, wifi: { five: { ...five, channels } } }, null).refusals
  expect(refusalsWith([36, 40, 44, 48]).map(({ intent, instead }) => [intent, instead])).toEqual([
    ['radio/5g/channel', 'auto'],
  ])
  expect(refusalsWith([36, 40, 44, 48, 52])).toEqual([])
})

test('a raw text that a shell would execute is left out, by name', () => {
  const raw = { document: { unit: { 'system-password': 'a;reboot', location: 'roof' } } }
  const { document, refusals } = compile({ raw: { own: raw } })
  expect(document['unit']).toEqual(base.unit)
  expect(refusals.map(({ intent }) => intent)).toEqual(['raw/own/document'])
})

test('an intent that another intent of the same device overrides is refused by name', () => {
  const board = { platform: 'ap', network: { wan: ['eth0'], lan: ['eth1', 'eth2'] } }
  const refused = (desired: Effective) => compileAp(desired, board, base).refusals.map(({ intent }) => intent)
  const guests = { vlan: 20, subnet: '10.9.0.1/24' }
  expect(refused({ lan: { guests, voice: { vlan: 20, subnet: '10.8.0.1/24' } } })).toEqual(['lan/voice'])
  expect(refused({ lan: { guests: { ...guests, ports: ['LAN*'] } }, port: { LAN2: { vlan: 30 } } })).toEqual([
    'lan/guests/ports',
  ])
  expect(refused({ lan: { voice: { vlan: 20, dhcp: 1 } } })).toEqual(['lan/voice/dhcp'])
})

describe('ports', () => {
  const board = { platform: 'ap', network: { wan: ['eth0'], lan: ['eth1', 'eth2'] } }
  const made = (port: Effective['port'], ethernet: Json[] = []) => {
    const { document, refusals } = compileAp({ port }, board, { ...base, ethernet })
    return { ethernet: document['ethernet'], refused: refusals.map(({ intent }) => intent) }
  }

  test('the uplink is never shut down', () => {
    expect(made({ WAN: { enable: 0 } })).toEqual({ ethernet: [], refused: ['port/WAN/enable'] })
    expect(made({ 'WAN*': { enable: 0 }, LAN1: { enable: 0 } })).toEqual({
      ethernet: [{ 'select-ports': ['LAN1'], enabled: false }],
      refused: ['port/WAN*/enable'],
    })
  })

  test('an entry for some ports does not switch on ports that another entry switched off', () => {
    const off = { 'select-ports': ['LAN*'], enabled: false }
    expect(made({ LAN1: { speed: 100 } }, [off]).ethernet).toEqual([
      off,
      { 'select-ports': ['LAN1'], enabled: false, speed: 100 },
    ])
    expect(made({ LAN1: { enable: 0 }, 'LAN*': { speed: 100 } }).ethernet).toEqual([
      { 'select-ports': ['LAN*'], speed: 100 },
      { 'select-ports': ['LAN1'], enabled: false },
    ])
    const one = { 'select-ports': ['LAN1'], enabled: false }
    expect(made({ 'LAN*': { speed: 100 } }, [one]).ethernet).toEqual([
      { ...one, speed: 100 },
      { 'select-ports': ['LAN2'], speed: 100 },
    ])
  })
})

test('an intent whose value a raw member replaces is refused by name', () => {
  const desired: Effective = {
    system: { '': { name: 'a', leds: 1 } },
    radio: { '2g': { channel: 6, bandwidth: '20' } },
    raw: {
      own: {
        document: {
          unit: { name: 'b', 'leds-active': true },
          radios: [{ band: '2G', channel: 11, 'channel-width': 20 }],
        },
      },
    },
  }
  const { document, refusals } = compile(desired)
  expect(document['radios']).toEqual([{ band: '2G', channel: 11, 'channel-width': 20 }])
  expect(refusals.map(({ intent }) => intent)).toEqual(['system//name', 'radio/2g/channel'])
  expect(refusals[0]?.reason.en).toMatch(/own/)
})

test('a static uplink without name servers uses its gateway, and does not become DHCP', () => {
  const { document, refusals } = compile({
    wan: { WAN: { type: 'static', subnet: '10.0.0.2/24', gateway: '10.0.0.1' } },
  })
  expect(uplink(document)['ipv4']).toMatchObject({ addressing: 'static', 'use-dns': ['10.0.0.1'] })
  expect(refusals.map(({ intent, instead }) => [intent, instead])).toEqual([['wan/WAN/dns', '10.0.0.1']])
})

test('intents for radios do not apply to a router', () => {
  const { refusals } = compile({ wireless: { Guest: {} }, radio: { '5g': { channel: 36 } } }, router)
  expect(refusals.map(({ intent, aside }) => [intent, aside])).toEqual([
    ['radio/5g', true],
    ['wireless/Guest', true],
  ])
})

test('raw members are merged last; they do not set the number of the configuration', () => {
  const raw = {
    document: { uuid: 7, unit: { location: 'roof', timezone: null }, metrics: { health: { interval: 90 } } },
  }
  const { document, explanation } = compile({ system: { '': { name: 'a' } }, raw: { own: raw } })
  expect(document['unit']).toEqual({ name: 'a', hostname: 'a', location: 'roof' })
  expect(document['uuid']).toBeUndefined()
  expect(explanation['/unit/location']).toEqual(['raw/own/document'])
})

describe('reporting', () => {
  const factory = {
    interfaces: [{ name: 'WAN', role: 'upstream', ethernet: [{ 'select-ports': ['WAN*'] }] }],
    services: { ssh: { port: 22 } },
  }
  const metricsOf = (desired: Effective, base: Record<string, unknown> = factory) => {
    const { document, explanation } = compileAp(desired, {}, base)
    return { metrics: document['metrics'] as Record<string, Record<string, unknown>> | undefined, explanation }
  }

  test('the first configuration of a factory access point enables its reports, with any intent', () => {
    for (const desired of [{ system: { '': { name: 'Hall' } } }, { radio: { '5g': { channel: 36 } } }] as Effective[]) {
      const { metrics, explanation } = metricsOf(desired)
      expect(metrics).toMatchObject({
        statistics: { interval: 60, types: ['ssids', 'lldp', 'clients'] },
        health: { interval: 60 },
        realtime: { types: expect.arrayContaining(['client.join', 'wired.carrier-down', 'ssh', 'health.dns']) },
      })
      expect(explanation['/metrics/statistics']).toHaveLength(1)
    }
    expect(metricsOf({}).metrics).toBeUndefined()
  })

  test('existing report settings stay, unless an intent changes them', () => {
    const base = { ...factory, metrics: { health: { interval: 300 } } }
    expect(metricsOf({ system: { '': { name: 'Hall' } } }, base).metrics).toEqual({ health: { interval: 300 } })
    expect(metricsOf({ service: { report: { interval: 120 } } }, base).metrics).toMatchObject({
      statistics: { interval: 120, types: ['ssids', 'lldp', 'clients'] },
      health: { interval: 300 },
      realtime: { types: expect.any(Array) as unknown },
    })
  })

  test('report settings are read from a document', () => {
    const nothing = { every: 600, checks: false, tells: 120, terminals: false, networks: false, events: false }
    expect(ucentralAp.reporting(factory)).toEqual(nothing)
    expect(ucentralAp.reporting({ metrics: { statistics: { interval: 300 } } })).toEqual({ ...nothing, every: 300 })
    const { document } = compileAp({ service: { report: { interval: 60 } } }, {}, factory)
    expect(ucentralAp.reporting(document)).toEqual({
      every: 60,
      checks: true,
      tells: 60,
      terminals: true,
      networks: true,
      events: true,
    })
  })
})

test('PoE is configured on ports that report it, refused on others, and tried where no port has reported yet', () => {
  const power = (powers: readonly string[] | undefined) => {
    const desired = { port: { LAN1: { poe: 0 } } } as unknown as Effective
    const { document, refusals } = compileAp(desired, router, null, undefined, {
      uplinks: [],
      ...(powers === undefined ? {} : { powers }),
    })
    return [JSON.stringify(document['ethernet'])?.includes('"admin-mode":false'), refusals.map(({ intent }) => intent)]
  }
  expect(power(undefined)).toEqual([true, []])
  expect(power(['LAN1'])).toEqual([true, []])
  expect(power([])).toEqual([undefined, ['port/LAN1/poe']])
  expect(power(['LAN2'])).toEqual([undefined, ['port/LAN1/poe']])
})
