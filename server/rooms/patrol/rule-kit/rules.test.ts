import { describe, expect, test } from 'vitest'
import { say } from '@belvedere/contract/kit/text.ts'
import { checkFields } from './test-fields.ts'
import { catalogue } from './catalogue.ts'
import type { PatrolRule } from './define-rule.ts'
import { ignoredBy, ignoreOf } from '../run/ignore-rules.ts'
import { pointsOf, scoreOf } from '../run/score-rules.ts'
import type { PatrolSceneView, ViewDevice } from '../view/scene-view.ts'
import { alarm, device, NOW, viewOf } from './test-view.ts'

const rule = (code: string) => catalogue.get(code) as PatrolRule
const port = (name: string, more: object = {}) => ({ name, role: 'port' as const, up: true, speed_mbps: 1000, ...more })
const wan = (name: string, up: boolean, address = '203.0.113.9/24', type: 'dhcp' | 'disabled' = 'dhcp') => ({
  name,
  up,
  type,
  addresses: up ? [address] : [],
})
const router = (more: Partial<ViewDevice> = {}) => device({ type: 0, name: 'Router', ...more })
const radio = (more: object = {}) => ({ band: '2.4G' as const, channel: 6, width_mhz: 20, ...more })
const network = (more: object = {}) => ({
  wireless: { Guest: { ssid: 'Guest', security: 'WPA2PSK' as const, ...more } },
})
const linked = (from: ViewDevice, name: string, to: ViewDevice) => new Map([[from.id, new Map([[name, to]])]])
const lan = (count: number) => ({
  lan: { LAN: { subnet: '192.168.1.1/24', dhcp: 1 as const, dhcp_first: 10, dhcp_count: count } },
})
/** 192.168.1.10 and following. */
const addresses = (n: number) => Array.from({ length: n }, (_, at) => 0xc0a8010a + at)

interface RuleCase {
  code: string
  bad: PatrolSceneView
  /** As similar to `bad` as possible, without the problem. */
  good: PatrolSceneView
  /** The English evidence. */
  says: string | RegExp
}

const sw = device({ type: 2, name: 'Switch' })
const half = (duplex: 'half' | 'full') => viewOf([{ ...sw, facts: { interfaces: [port('LAN1', { duplex })] } }])
const slow = (speed_mbps: number, to = true) => {
  const one = { ...sw, facts: { interfaces: [port('LAN1'), port('LAN2', { speed_mbps })] } }
  return viewOf([one], { links: to ? linked(one, 'LAN2', device()) : new Map() })
}
const errors = (rx_errors: number, rx_packets = 100_000) =>
  viewOf([{ ...sw, facts: { interfaces: [port('LAN1', { rx_errors, rx_packets })] } }])
const single = (ups: number) => {
  const [top, second, a, b, c] = [router(), router(), device(), device(), device()]
  const ports: [string, ViewDevice][] = [
    ['Up1', top],
    ['A', a],
    ['B', b],
    ['C', c],
  ]
  if (ups > 1) ports.push(['Up2', second])
  const depths = new Map([top, second].map(({ id }) => [id, 0]))
  depths.set(sw.id, 1)
  for (const { id } of [a, b, c]) depths.set(id, 2)
  return viewOf([sw, top, second, a, b, c], { links: new Map([[sw.id, new Map(ports)]]), depths })
}
const happened = (type: string, cnt: number) => viewOf([device({ id: 9001 })], { alarms: [alarm(9001, type, { cnt })] })
const lines = (...wans: ReturnType<typeof wan>[]) => viewOf([router({ facts: { wans } })])
const air = (more: object) => viewOf([device({ facts: { radios: [radio(more)] } })])
const runs = (wireless: object) => viewOf([device({ runs: network(wireless) })])
const terminals = (total: number, weak: number, radios = 1) =>
  viewOf([device({ wireless: { total, weak }, facts: { radios: Array.from({ length: radios }, () => radio()) } })])
const versions = (...list: string[]) => viewOf(list.map((firmware) => device({ firmware })))
const configured = (sync: number) => viewOf([device({ sync })])
const zone = (timezone: string) => viewOf([device({ runs: { system: { '': { timezone } } } })])
const pool = (used: number, count = 100) => viewOf([router({ runs: lan(count) })], { addresses: addresses(used) })
const ports = (up: number) =>
  viewOf([{ ...sw, facts: { interfaces: Array.from({ length: 24 }, (_, n) => port(`P${n}`, { up: n < up })) } }])

const cases: RuleCase[] = [
  {
    code: 'device_offline',
    bad: viewOf([device({ online: false, since: NOW - 7200 })]),
    good: viewOf([device({ online: false, since: NOW - 500 }), device({ online: false, since: 0 })]),
    says: 'Offline for 2 h',
  },
  { code: 'half_duplex', bad: half('half'), good: half('full'), says: 'At half duplex: LAN1' },
  { code: 'slow_port', bad: slow(100), good: slow(1000), says: 'LAN2 100M; others of this device run at 1000 Mbit/s' },
  { code: 'port_errors', bad: errors(600), good: errors(400), says: 'LAN1 0.60%' },
  { code: 'single_uplink', bad: single(1), good: single(2), says: '3 downstream devices, one uplink: Up1' },
  { code: 'unstable', bad: happened('dev_offline', 5), good: happened('dev_offline', 4), says: /5 times/ },
  { code: 'reboots', bad: happened('dev_reboot', 3), good: happened('dev_reboot', 2), says: /3 times/ },
  {
    code: 'wan_down',
    bad: lines(wan('WAN1', true), wan('WAN2', false)),
    good: lines(wan('WAN1', true), wan('WAN2', false, '', 'disabled')),
    says: 'Down: WAN2',
  },
  {
    code: 'wan_single',
    bad: lines(wan('WAN1', true)),
    good: lines(wan('WAN1', true), wan('WAN2', false)),
    says: 'WAN1 alone',
  },
  {
    code: 'wan_private',
    bad: lines(wan('WAN1', true, '100.72.3.4/10')),
    good: lines(wan('WAN1', true, '100.128.3.4/10')),
    says: 'WAN1 100.72.3.4/10',
  },
  {
    code: 'wan_quality',
    bad: viewOf([router({ id: 9002, facts: { wans: [wan('WAN1', true)] } })], {
      alarms: [alarm(9002, 'dev_net_delay', { key: 'WAN1' })],
    }),
    good: viewOf([router({ id: 9002, facts: { wans: [wan('WAN1', true)] } })], {
      alarms: [alarm(9002, 'dev_net_delay', { key: 'WAN1', open: false })],
    }),
    says: '1 open alarm: WAN1',
  },
  { code: 'wifi_channel_24', bad: air({ channel: 3 }), good: air({ channel: 6 }), says: 'Channel 3' },
  {
    code: 'wifi_wide_24',
    bad: air({ width_mhz: 40 }),
    good: air({ channel: 11, width_mhz: 20 }),
    says: 'Channel 6, 40 MHz',
  },
  { code: 'wifi_busy', bad: air({ utilisation: 71 }), good: air({ utilisation: 69 }), says: '2.4G ch 6: 71%' },
  { code: 'wifi_noise', bad: air({ noise_dbm: -70 }), good: air({ noise_dbm: -92 }), says: '2.4G ch 6: -70 dBm' },
  { code: 'wifi_weak', bad: terminals(10, 4), good: terminals(10, 3), says: '4 of 10 terminals below -75 dBm' },
  { code: 'wifi_crowded', bad: terminals(81, 0, 2), good: terminals(80, 0, 2), says: '81 terminals' },
  { code: 'wifi_open', bad: runs({ security: 'Disable' }), good: runs({}), says: 'Open: Guest' },
  {
    code: 'wifi_open_isolation',
    bad: runs({ security: 'Disable', isolate: 0 }),
    good: runs({ security: 'Disable', isolate: 1 }),
    says: 'Not isolated: Guest',
  },
  { code: 'wifi_weak_security', bad: runs({ security: 'WPAPSKWPA2PSK' }), good: runs({}), says: 'WPA or TKIP: Guest' },
  {
    code: 'wifi_default_name',
    bad: viewOf([
      device({ facts: { ssids: [{ ssid: 'TP-LINK_3F2A', bssid: 'aa:bb:cc:00:00:01', band: '5G', terminals: 0 }] } }),
    ]),
    good: viewOf([
      device({ facts: { ssids: [{ ssid: 'Lakeside', bssid: 'aa:bb:cc:00:00:01', band: '5G', terminals: 0 }] } }),
    ]),
    says: 'TP-LINK_3F2A',
  },
  {
    code: 'share_endless',
    bad: viewOf([], { endless_shares: 2 }),
    good: viewOf([]),
    says: '2 shares without an expiry date',
  },
  {
    code: 'attacked',
    bad: happened('dev_attacked', 1),
    good: happened('dev_offline', 1),
    says: '1 open security alarm',
  },
  {
    code: 'firmware_behind',
    bad: viewOf([device({ newer: '4.2.0' })]),
    good: viewOf([device({ newer: '' })]),
    says: '4.1.0 → 4.2.0',
  },
  {
    code: 'firmware_mixed',
    bad: versions('4.1', '4.1', '4.0'),
    good: versions('4.1', '4.1', '4.1'),
    says: '4.0; most of its model run 4.1',
  },
  {
    code: 'backup_never',
    bad: viewOf([device({ backup_at: null })]),
    good: viewOf([device()]),
    says: 'No complete backup',
  },
  {
    code: 'backup_overdue',
    bad: viewOf([device({ backup_at: NOW - 8 * 86_400 })]),
    good: viewOf([device({ backup_at: NOW - 6 * 86_400 })]),
    says: 'Last backup 8 days ago',
  },
  { code: 'config_drift', bad: configured(3), good: configured(1), says: /changed on the device/ },
  { code: 'config_failed', bad: configured(4), good: configured(2), says: /last one failed/ },
  {
    code: 'clock_off',
    bad: viewOf([device({ facts: { clock: NOW + 90 } })]),
    good: viewOf([device({ facts: { clock: NOW } })]),
    says: 'Off by 120 s',
  },
  {
    code: 'zone_differs',
    bad: zone('Europe/Berlin'),
    good: zone('Asia/Singapore'),
    says: 'Europe/Berlin; the scene is in Asia/Shanghai',
  },
  { code: 'cpu_high', bad: viewOf([device({ cpu: 81 })]), good: viewOf([device({ cpu: 79 })]), says: /81%/ },
  { code: 'memory_high', bad: viewOf([device({ mem: 95 })]), good: viewOf([device({ mem: 85 })]), says: /95%/ },
  { code: 'hot', bad: viewOf([device({ temp: 85 })]), good: viewOf([device({ temp: 60 })]), says: /85 °C/ },
  { code: 'pool_full', bad: pool(85), good: pool(84), says: 'LAN: 85 of 100 addresses in use' },
  {
    code: 'poe_full',
    bad: viewOf([device({ facts: { poe: { budget_w: 100, used_w: 86 } } })]),
    good: viewOf([device({ facts: { poe: { budget_w: 100, used_w: 80 } } })]),
    says: '86 of 100 W',
  },
  { code: 'ports_full', bad: ports(23), good: ports(20), says: '1 of 24 ports free' },
]

describe('rules', () => {
  test('each has a case', () => {
    expect(cases.map(({ code }) => code).toSorted()).toEqual([...catalogue.keys()].toSorted())
  })

  test.each(cases)('$code finds the problem and nothing else', ({ code, bad, good, says }) => {
    const found = rule(code).evaluate(bad)
    expect(found.hits).toHaveLength(1)
    const evidence = say(rule(code).evidence, 'en', found.hits[0]?.params)
    expect(evidence).toMatch(says)
    expect(say(rule(code).evidence, 'zh', found.hits[0]?.params)).not.toMatch(/\{/)
    expect(found.of).toBeGreaterThanOrEqual(1)
    const fine = rule(code).evaluate(good)
    expect(fine.hits).toEqual([])
    expect(fine.of).toBeGreaterThanOrEqual(1)
  })

  test('a scene without devices has no findings, and devices without reports hardly any', () => {
    for (const one of catalogue.values()) expect(one.evaluate(viewOf([])).hits, one.code).toEqual([])
    const silent = viewOf([device({ facts_at: 0, facts: {} })])
    for (const one of catalogue.values()) expect(one.evaluate(silent).hits, one.code).toEqual([])
  })

  test('have words in both languages', () => {
    for (const { title, advice, evidence } of catalogue.values())
      for (const words of [title, advice, evidence]) expect(words.zh && words.en).toBeTruthy()
  })

  test('a router behind a firewall of the scene has no line of its own', () => {
    const inner = router({ facts: { wans: [wan('WAN', true, '192.168.250.2/24')] } })
    const outer = device({
      type: 3,
      facts: { wans: [wan('WAN1', true)], interfaces: [port('LAN', { addresses: ['192.168.250.1/24'] })] },
    })
    expect(rule('wan_private').evaluate(viewOf([inner])).hits).toHaveLength(1)
    expect(rule('wan_private').evaluate(viewOf([inner, outer])).hits).toEqual([])
    expect(rule('wan_single').evaluate(viewOf([inner, outer])).hits).toMatchObject([{ device: { id: outer.id } }])
  })

  test('a port with a fixed mode, and one towards a terminal', () => {
    expect(rule('slow_port').evaluate(slow(100, false)).hits).toEqual([])
    const [one] = half('half').devices
    expect(rule('half_duplex').fix?.(one as ViewDevice, half('half'))).toEqual([])
    const forced = { ...(one as ViewDevice), runs: { port: { LAN1: { duplex: 'half' as const } } } }
    expect(rule('half_duplex').fix?.(forced, half('half'))).toEqual([
      { kind: 'port', key: 'LAN1', set: { duplex: 'full', speed: 0 } },
    ])
  })
})

describe('fixes', () => {
  test.each(cases.filter(({ code }) => rule(code).fix))('$code: existing fields', ({ code, bad }) => {
    const [hit] = rule(code).evaluate(bad).hits
    for (const { kind, set } of rule(code).fix?.(hit?.device as ViewDevice, bad) ?? [])
      expect(checkFields(kind, set)).toEqual([])
  })

  test('a fixed finding disappears', () => {
    const weak = runs({ security: 'WPAPSK', cipher: 'TKIPAES' })
    const [fix] = rule('wifi_weak_security').fix?.(weak.devices[0] as ViewDevice, weak) ?? []
    expect(rule('wifi_weak_security').evaluate(runs({ ...fix?.set })).hits).toEqual([])
    const full = pool(90)
    const [larger] = rule('pool_full').fix?.(full.devices[0] as ViewDevice, full) ?? []
    expect(larger?.set).toEqual({ dhcp_count: 245 })
    expect(rule('pool_full').evaluate(pool(90, 245)).hits).toEqual([])
    const odd = air({ channel: 9 })
    expect(rule('wifi_channel_24').fix?.(odd.devices[0] as ViewDevice, odd)[0]?.set).toEqual({ channel: 11 })
  })

  test('a pool that fills its network has no room', () => {
    const full = pool(245, 245)
    expect(rule('pool_full').fix?.(full.devices[0] as ViewDevice, full)).toEqual([])
  })
})

describe('score', () => {
  test.each([
    [1, 1, 10, 9.2],
    [1, 10, 10, 20],
    [2, 1, 1, 8],
    [3, 1, 100, 1.2],
    [1, 0, 10, 0],
    [1, 3, 0, 0],
  ])('level %i on %i of %i takes %f', (level, found, of, points) => expect(pointsOf(level, found, of)).toBe(points))

  test('never below 0, and none without data', () => {
    expect(scoreOf([20, 20, 20, 20, 20, 20], 5)).toBe(0)
    expect(scoreOf([9.2, 8], 5)).toBe(83)
    expect(scoreOf([], 0)).toBeNull()
  })
})

describe('ignored', () => {
  const one = { id: 1, code: 'hot', device_id: 7, reason: 'fan is ordered', until: null, by: 'admin' }
  const item = { code: 'hot', found: 3, hits: [{ device_id: 7 }, { device_id: 8 }, { device_id: 9 }] }

  test('on a device, on all, until its end', () => {
    expect(ignoredBy(item, [one], NOW)).toBe(1)
    expect(ignoredBy(item, [{ ...one, device_id: null }], NOW)).toBe(3)
    expect(ignoredBy(item, [{ ...one, until: NOW }], NOW)).toBe(0)
    expect(ignoredBy(item, [{ ...one, until: NOW + 1 }], NOW)).toBe(1)
    expect(ignoredBy(item, [{ ...one, code: 'cpu_high' }], NOW)).toBe(0)
  })

  test('the rule for the device comes before the one for all', () => {
    const all = { ...one, id: 2, device_id: null }
    expect(ignoreOf('hot', 7, [all, one], NOW)?.id).toBe(1)
    expect(ignoreOf('hot', 8, [all, one], NOW)?.id).toBe(2)
  })
})
