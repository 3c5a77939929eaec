import { describe, expect, test } from 'vitest'
import { type Board, type BoardPort, pairBands, pairPorts } from '../../kit/transplant.ts'
import { apBoard, switchBoard } from './board.ts'
import { transplantUcentral } from './transplant.ts'

const range = (count: number, from = 0) => Array.from({ length: count }, (_, n) => n + from)
const copper = (count: number, from = 0): BoardPort[] =>
  range(count, from).map((n) => ({ name: `Ethernet${n}`, role: 'RJ45' }))
const fibre = (count: number, from: number): BoardPort[] =>
  range(count, from).map((n) => ({ name: `Ethernet${n}`, role: 'SFP+' }))
const board = (ports: BoardPort[], bands: string[] = [], channels: Board['channels'] = {}): Board => ({
  ports,
  bands,
  channels,
})

const small = board([...copper(24), ...fibre(4, 24)])
const large = board([...copper(48), ...fibre(4, 48)])
const ap2 = board(
  [
    { name: 'WAN', role: 'wan' },
    { name: 'LAN', role: 'lan' },
  ],
  ['2G', '5G'],
  { '2G': [1, 6, 11], '5G': [36, 149] },
)
const ap3 = board(
  [
    { name: 'WAN', role: 'wan' },
    { name: 'LAN1', role: 'lan' },
    { name: 'LAN2', role: 'lan' },
  ],
  ['2G', '5G', '6G'],
  { '2G': [1, 6, 11], '5G': [36, 40], '6G': [1, 5] },
)

describe('ports are matched', () => {
  test.each<[string, readonly BoardPort[], readonly BoardPort[], Record<string, string | null>]>([
    [
      '24 to 48: copper to copper, the uplinks to the uplinks',
      small.ports,
      large.ports,
      { Ethernet0: 'Ethernet0', Ethernet23: 'Ethernet23', Ethernet24: 'Ethernet48', Ethernet27: 'Ethernet51' },
    ],
    [
      '48 to 24: ports without a counterpart are reported',
      large.ports,
      small.ports,
      { Ethernet23: 'Ethernet23', Ethernet24: null, Ethernet47: null, Ethernet48: 'Ethernet24' },
    ],
    [
      'in numeric, not alphabetical order',
      copper(12),
      copper(12).reverse(),
      { Ethernet2: 'Ethernet2', Ethernet10: 'Ethernet10' },
    ],
    ['one port to two', ap2.ports, ap3.ports, { WAN: 'WAN', LAN: 'LAN1' }],
    ['other roles are not used', fibre(1, 0), copper(4), { Ethernet0: null }],
    ['no ports to some', [], copper(2), {}],
  ])('%s', (_, from, to, some) => expect(Object.fromEntries(pairPorts(from, to))).toMatchObject(some))

  test('no two are mapped to one target', () => {
    for (const [from, to] of [
      [small, large],
      [large, small],
      [ap2, ap3],
      [ap3, ap2],
    ] as const) {
      const places = [...pairPorts(from.ports, to.ports).values()].filter((one) => one !== null)
      expect(new Set(places).size).toBe(places.length)
    }
  })
})

test.each<[string[], string[], Record<string, string | null>]>([
  [['2G', '5G'], ['2G', '5G', '6G'], { '2G': '2G', '5G': '5G' }],
  [['2G', '5G', '6G'], ['2G', '5G'], { '6G': null }],
  [['2G', '5G'], ['2G', '5G-lower', '5G-upper'], { '5G': '5G-lower' }],
  [['5G-lower', '5G-upper'], ['5G'], { '5G-lower': '5G', '5G-upper': null }],
  [['5G-lower', '5G'], ['5G'], { '5G-lower': null, '5G': '5G' }],
])('radios %j on %j', (from, to, some) => expect(Object.fromEntries(pairBands(from, to))).toMatchObject(some))

describe('a switch of 24 ports to one of 48', () => {
  const document = {
    unit: { name: 'core' },
    ethernet: [
      { 'select-ports': ['Ethernet0', 'Ethernet24'], speed: 1000 },
      { 'select-ports': ['Ethernet*'], enabled: true },
    ],
    switch: { 'port-mirror': { 'monitor-ports': ['Ethernet1'], 'analysis-port': 'Ethernet27' } },
    interfaces: [
      {
        role: 'upstream',
        vlan: { id: 20 },
        ethernet: [{ 'select-ports': ['Ethernet23', 'Ethernet24'], 'vlan-tag': 'tagged' }],
      },
    ],
  }
  test('keeps its names, its uplinks move, its wildcard grows', () => {
    const before = structuredClone(document)
    const { document: after, ports, spare_ports, adjusted } = transplantUcentral(document, small, large)
    expect(after).toEqual({
      unit: { name: 'core' },
      ethernet: [
        { 'select-ports': ['Ethernet0', 'Ethernet48'], speed: 1000 },
        { 'select-ports': ['Ethernet*'], enabled: true },
      ],
      switch: { 'port-mirror': { 'monitor-ports': ['Ethernet1'], 'analysis-port': 'Ethernet51' } },
      interfaces: [
        {
          role: 'upstream',
          vlan: { id: 20 },
          ethernet: [{ 'select-ports': ['Ethernet23', 'Ethernet48'], 'vlan-tag': 'tagged' }],
        },
      ],
    })
    expect(document).toEqual(before)
    expect(ports).toHaveLength(28)
    expect(spare_ports).toEqual(range(24, 24).map((n) => `Ethernet${n}`))
    expect(adjusted).toEqual([])
  })

  test('and back to 24 drops settings without a target, also those of lost ports', () => {
    const wide = { ethernet: [{ 'select-ports': ['Ethernet40'] }, { 'select-ports': ['Ethernet3', 'Ethernet40'] }] }
    const { document: after, ports } = transplantUcentral(wide, large, small)
    expect(after).toEqual({ ethernet: [{ 'select-ports': ['Ethernet3'] }] })
    expect(ports.filter(({ to, used }) => used && to === null)).toEqual([
      { from: 'Ethernet40', to: null, role: 'RJ45', used: true },
    ])
  })
})

describe('an access point', () => {
  const document = {
    radios: [
      { band: '2G', channel: 6 },
      { band: '5G', channel: 149 },
    ],
    interfaces: [
      {
        role: 'upstream',
        ethernet: [{ 'select-ports': ['WAN*'] }],
        ssids: [{ name: 'Guest', 'wifi-bands': ['2G', '5G'] }, { name: 'Plain' }],
      },
      { role: 'downstream', ethernet: [{ 'select-ports': ['LAN'] }] },
    ],
  }
  test('from two radios to three: the third stays free, an unsupported channel becomes automatic', () => {
    const { document: after, radios, spare_radios, spare_ports, adjusted } = transplantUcentral(document, ap2, ap3)
    expect(after).toMatchObject({
      radios: [
        { band: '2G', channel: 6 },
        { band: '5G', channel: 'auto' },
      ],
      interfaces: [{ ethernet: [{ 'select-ports': ['WAN*'] }] }, { ethernet: [{ 'select-ports': ['LAN1'] }] }],
    })
    expect(radios.map(({ to }) => to)).toEqual(['2G', '5G'])
    expect([spare_radios, spare_ports, adjusted]).toEqual([['6G'], ['LAN2'], ['/radios/1/channel']])
  })

  test('from three radios to two: settings only for the third are left out', () => {
    const three = {
      radios: [...document.radios, { band: '6G', channel: 5 }],
      interfaces: [
        {
          role: 'upstream',
          ssids: [
            { name: 'A', 'wifi-bands': ['5G', '6G'] },
            { name: 'B', 'wifi-bands': ['6G'] },
          ],
        },
      ],
    }
    const { document: after, radios } = transplantUcentral(three, ap3, ap2)
    expect(after['radios']).toHaveLength(2)
    expect(after['interfaces']).toEqual([{ role: 'upstream', ssids: [{ name: 'A', 'wifi-bands': ['5G'] }] }])
    expect(radios.find(({ from }) => from === '6G')).toEqual({ from: '6G', to: null, role: 'radio', used: true })
  })

  test('to an equal device it stays unchanged', () => {
    expect(transplantUcentral(document, ap2, ap2).document).toEqual(document)
  })
})

test('boards are read from capabilities, or from reports', () => {
  const wifi = { a: { band: ['2G'], channels: [1, 6] }, b: { band: ['5G'], channels: [36] } }
  expect(apBoard({ platform: 'ap', network: { wan: ['eth0'], lan: ['eth1', 'eth2'] }, wifi }, undefined)).toEqual({
    ports: [
      { name: 'WAN', role: 'wan' },
      { name: 'LAN1', role: 'lan' },
      { name: 'LAN2', role: 'lan' },
    ],
    bands: ['2G', '5G'],
    channels: { '2G': [1, 6], '5G': [36] },
  })
  const forms = {
    'ports-list': [
      { type: 'RJ45', ports: ['Ethernet0'] },
      { type: 'SFP+', ports: ['Ethernet1'] },
    ],
  }
  expect(switchBoard({ 'port-capabilities': forms }, undefined).ports.map(({ role }) => role)).toEqual(['RJ45', 'SFP+'])
  const interfaces = [{ name: 'Ethernet4' }, { name: 'Vlan1' }] as never
  expect(switchBoard({}, { interfaces }).ports).toEqual([{ name: 'Ethernet4', role: 'port' }])
})

test('for any boards and documents, no value is invented and no two are mapped to one target', () => {
  let state = 11
  const next = (most: number) => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % most
  for (let round = 0; round < 300; round++) {
    const [from, to] = [
      board([...copper(next(30)), ...fibre(next(5), 100)]),
      board([...copper(next(50)), ...fibre(next(5), 200)]),
    ]
    const names = from.ports.map(({ name }) => name)
    const ethernet = range(next(6)).map(() => ({
      'select-ports': range(1 + next(4)).flatMap(() => names[next(names.length || 1)] ?? []),
    }))
    const { document, ports } = transplantUcentral({ ethernet }, from, to)
    const there = new Set(to.ports.map(({ name }) => name))
    const named = (document['ethernet'] as { 'select-ports': string[] }[]).flatMap((one) => one['select-ports'])
    expect(
      named.every((name) => there.has(name)),
      `round ${round}`,
    ).toBe(true)
    const lost = new Set(ports.filter((one) => one.used && one.to === null).map((one) => one.from))
    const wanted = ethernet.flatMap((one) => one['select-ports']).filter((name) => !lost.has(name))
    expect(named, `round ${round}`).toHaveLength(wanted.length)
  }
})
