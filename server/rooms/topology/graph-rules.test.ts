import { describe, expect, test } from 'vitest'
import { type GraphDevice, graphOf, type LinkOfGraph } from './graph-rules.ts'
import { causesOf, parentsOf, pathOf } from './path-rules.ts'
import { linkSource } from './observation-rules.ts'

const mac = (id: number) => `02:00:00:00:00:${String(id).padStart(2, '0')}`
const device = (id: number, type: number, more: Partial<GraphDevice> = {}): GraphDevice => ({
  id,
  type,
  macs: [mac(id)],
  lans: [],
  wans: [],
  ip: null,
  ...more,
})
const sight = (
  device_id: number,
  how: keyof typeof linkSource,
  port: string,
  who: string,
  more: Partial<LinkOfGraph> = {},
): LinkOfGraph => ({
  device_id,
  source: linkSource[how],
  port,
  peer: who,
  name: '',
  remote_port: '',
  detail: '',
  equipment: true,
  since: 100,
  until: null,
  ...more,
})
const lldp = (from: number, port: string, to: number, remote_port = '', more: Partial<LinkOfGraph> = {}) =>
  sight(from, 'lldp', port, mac(to), { remote_port, ...more })
const drawn = (devices: GraphDevice[], sights: LinkOfGraph[]) =>
  graphOf(devices, sights)
    .edges.map(
      ({ from, to, from_port, to_port, present, sure }) =>
        `${from}:${from_port} ${to}:${to_port}${present ? '' : ' missing'}${sure ? '' : ' somewhere'}`,
    )
    .sort()

describe('links', () => {
  const pair = [device(1, 2), device(2, 1)]
  test.each<[string, LinkOfGraph[], string[]]>([
    ['both ends tell of one cable', [lldp(1, 'LAN3', 2, 'WAN'), lldp(2, 'WAN', 1, 'LAN3')], ['d1:LAN3 d2:WAN']],
    ['one end alone', [lldp(2, 'WAN', 1, 'LAN3')], ['d1:LAN3 d2:WAN']],
    ['ports told under other names', [lldp(1, 'LAN3', 2, 'eth0'), lldp(2, 'WAN', 1, 'port 3')], ['d1:LAN3 d2:WAN']],
    [
      'two cables are two',
      [lldp(1, 'LAN3', 2, 'A'), lldp(1, 'LAN4', 2, 'B'), lldp(2, 'B', 1, 'LAN4'), lldp(2, 'A', 1, 'LAN3')],
      ['d1:LAN3 d2:A', 'd1:LAN4 d2:B'],
    ],
    [
      'one end has stopped to see the other',
      [lldp(1, 'LAN3', 2, 'WAN', { until: 200 }), lldp(2, 'WAN', 1, 'LAN3')],
      ['d1:LAN3 d2:WAN'],
    ],
    [
      'both have',
      [lldp(1, 'LAN3', 2, 'WAN', { until: 200 }), lldp(2, 'WAN', 1, 'LAN3', { until: 201 })],
      ['d1:LAN3 d2:WAN missing'],
    ],
    ['plugged elsewhere', [lldp(1, 'LAN3', 2, 'WAN', { until: 200 }), lldp(1, 'LAN5', 2, 'WAN')], ['d1:LAN5 d2:WAN']],
  ])('%s', (_, sights, want) => {
    expect(drawn(pair, sights)).toEqual(want)
  })

  test('unmanaged equipment is a node; a telephone is not', () => {
    const graph = graphOf(pair, [
      sight(1, 'lldp', 'LAN1', 'aa:00:00:00:00:01', { name: 'their-switch' }),
      sight(2, 'lldp', 'WAN', 'aa:00:00:00:00:01', { name: 'their-switch' }),
      sight(1, 'lldp', 'LAN2', 'aa:00:00:00:00:02', { equipment: false }),
    ])
    expect([...graph.nodes.keys()]).toEqual(['d1', 'd2', 'naa:00:00:00:00:01'])
    expect(graph.edges).toHaveLength(2)
  })

  test('several addresses behind a silent port: there is a node in between', () => {
    const three = [...pair, device(3, 1)]
    expect(
      drawn(three, [
        sight(1, 'port', 'LAN1', mac(2)),
        sight(1, 'port', 'LAN1', mac(3)),
        sight(1, 'shared', 'LAN1', ''),
      ]),
    ).toEqual(['d1:LAN1 h1:LAN1:', 'h1:LAN1: d2:', 'h1:LAN1: d3:'])
    expect(drawn(three, [sight(1, 'port', 'LAN1', mac(2)), sight(1, 'shared', 'LAN1', '')])).toEqual(['d1:LAN1 d2:'])
    expect(drawn(three, [sight(1, 'shared', 'LAN1', '')])).toEqual(['d1:LAN1 h1:LAN1:'])
    expect(drawn(three, [sight(1, 'shared', 'LAN1', ''), lldp(1, 'LAN1', 2)])).toEqual(['d1:LAN1 d2:'])
  })

  test('of two switches that learned an address the nearer one has it', () => {
    const all = [device(1, 2), device(2, 2), device(3, 1)]
    const sights = [sight(1, 'port', 'P1', mac(2)), sight(1, 'port', 'P1', mac(3)), sight(2, 'port', 'P7', mac(3))]
    expect(drawn(all, sights)).toEqual(['d1:P1 d2:', 'd2:P7 d3:'])
  })

  test('mesh, tunnel, and an address only', () => {
    const all = [device(1, 0, { lans: ['10.0.0.1/24'] }), device(2, 1), device(3, 1), device(4, 1, { ip: '10.0.0.9' })]
    const graph = graphOf(all, [
      lldp(1, 'LAN1', 2),
      sight(2, 'radio', 'backhaul', mac(3)),
      sight(1, 'tunnel', 'wg0', '10.9.0.0/30'),
      sight(3, 'tunnel', 'wg1', '10.9.0.0/30'),
    ])
    expect(graph.edges.map(({ from, to, kind, sure }) => [from, to, kind, sure])).toEqual([
      ['d1', 'd2', 0, true],
      ['d2', 'd3', 2, true],
      ['d1', 'd3', 3, true],
      ['d1', 'd4', 0, false],
    ])
    expect(pathOf(graph, parentsOf(graph), 'd3')).toEqual([2, 1])
  })
})

describe('uplink paths', () => {
  // internet, firewall, core; two switches on the core, an access point on each, a third one on both
  const devices = [
    device(1, 3, { wans: ['203.0.113.2/24'], lans: ['10.0.0.1/24'] }),
    device(2, 2),
    device(3, 2),
    device(4, 2),
    device(5, 1),
    device(6, 1),
    device(7, 1),
  ]
  const sights = [
    sight(1, 'line', 'WAN', '203.0.113.1'),
    lldp(1, 'LAN1', 2, 'P1'),
    lldp(2, 'P2', 3, 'P1'),
    lldp(4, 'P1', 2, 'P3'),
    lldp(3, 'P2', 5, 'WAN'),
    lldp(4, 'P2', 6, 'WAN'),
    lldp(3, 'P3', 7, 'WAN'),
    lldp(4, 'P3', 7, 'LAN'),
  ]
  const graph = graphOf(devices, sights)

  test('lead to the gateway', () => {
    expect(graph.roots).toEqual(['i'])
    const parents = parentsOf(graph)
    expect([5, 2, 1].map((id) => pathOf(graph, parents, `d${id}`))).toEqual([[3, 2, 1], [1], []])
  })

  test.each<[string, number[], Record<string, string[]>]>([
    [
      'the core took everything along',
      [2, 3, 4, 5, 6, 7],
      { d2: ['d2'], d3: ['d2'], d4: ['d2'], d5: ['d2'], d6: ['d2'], d7: ['d2'] },
    ],
    ['a leaf is its own cause', [5], { d5: ['d5'] }],
    ['with two ways, one of them dead, it is its own cause', [3, 5, 7], { d3: ['d3'], d5: ['d3'], d7: ['d7'] }],
    ['both ways dead', [3, 4, 7], { d3: ['d3'], d4: ['d4'], d7: ['d3', 'd4'] }],
    [
      'the gateway itself',
      [1, 2, 3, 4, 5, 6, 7],
      { d1: ['d1'], d2: ['d1'], d3: ['d1'], d4: ['d1'], d5: ['d1'], d6: ['d1'], d7: ['d1'] },
    ],
  ])('%s', (_, offline, want) => {
    expect(Object.fromEntries(causesOf(graph, new Set(offline.map((id) => `d${id}`))))).toEqual(want)
  })

  test('an inner gateway has no uplink; without any line the gateway is the root', () => {
    const inner = device(2, 4, { wans: ['10.0.0.7/24'], lans: ['10.1.0.1/24'] })
    const two = graphOf(
      [devices[0] as GraphDevice, inner],
      [sight(2, 'line', 'WAN', '10.0.0.1'), lldp(2, 'WAN', 1, 'LAN1')],
    )
    expect(two.roots).toEqual(['d1'])
  })
})
