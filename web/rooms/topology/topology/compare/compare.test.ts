import { describe, expect, test } from 'vitest'
import { differencesOf, ghostsOf } from './compare.ts'
import type { TopologyEdge, TopologyNode, TopologyNetwork } from '../network.ts'

const node = (id: string, more: Partial<TopologyNode> = {}) =>
  ({
    id,
    name: id,
    sn: id,
    kind: 0,
    status: 1,
    parent: 'd1',
    alarm: null,
    radios: [],
    firmware: '',
    config: null,
    x: 0,
    y: 0,
    ...more,
  }) as TopologyNode
const edge = (from: string, to: string, more: Partial<TopologyEdge> = {}) =>
  ({ id: `${from}~${to}`, from, to, from_port: 'P1', to_port: 'WAN', kind: 0, state: 1, ...more }) as TopologyEdge
const network = (nodes: TopologyNode[], edges: TopologyEdge[] = []) => ({ nodes, edges }) as unknown as TopologyNetwork
const told = (before: TopologyNetwork, after: TopologyNetwork) =>
  differencesOf(before, after).map(({ what, name, before: was, after: is }) => [what, name, was, is].join(' ').trim())

describe('two moments', () => {
  test.each([
    ['nothing', network([node('a')]), network([node('a')]), []],
    ['who came and went', network([node('a')]), network([node('b')]), ['went a', 'came b']],
    [
      'who is away, and is back',
      network([node('a'), node('b', { status: 0 })]),
      network([node('a', { status: 0 }), node('b')]),
      ['offline a', 'online b'],
    ],
    [
      'another way out',
      network([node('d1'), node('d2'), node('a')]),
      network([node('d1'), node('d2'), node('a', { parent: 'd2' })]),
      ['rehung a d1 d2'],
    ],
    [
      'another name, firmware, channel and configuration',
      network([
        node('a', {
          name: 'A',
          firmware: '1',
          radios: [{ band: '5G', channel: 36, width: 80, power: null }],
          config: { id: 1, uuid: 7, at: 1 },
        }),
      ]),
      network([
        node('a', {
          name: 'B',
          firmware: '2',
          radios: [{ band: '5G', channel: 40, width: 80, power: null }],
          config: { id: 2, uuid: 8, at: 2 },
        }),
      ]),
      ['renamed B A B', 'upgraded B 1 2', 'retuned B 5G · 信道 36 · 80 MHz 5G · 信道 40 · 80 MHz', 'configured B 7 8'],
    ],
    [
      'what was not kept then',
      network([node('a')]),
      network([node('a', { firmware: '2', radios: [{ band: '5G', channel: 40, width: 80, power: 3 }] })]),
      [],
    ],
    [
      'an alarm that got worse, and one that ended',
      network([node('a', { alarm: 2 }), node('b', { alarm: 1 })]),
      network([node('a', { alarm: 1 }), node('b')]),
      ['alarmed a 2 1', 'calmed b 1'],
    ],
    [
      'links',
      network([node('a'), node('b')], [edge('a', 'b'), edge('a', 'b', { id: '2' }), edge('a', 'b', { id: '3' })]),
      network(
        [node('a'), node('b')],
        [edge('a', 'b', { state: 0 }), edge('a', 'b', { id: '2', state: 2 }), edge('a', 'b', { id: '4' })],
      ),
      ['linkDown a – b  P1 – WAN', 'unlinked a – b  P1 – WAN', 'unlinked a – b  P1 – WAN', 'linked a – b  P1 – WAN'],
    ],
    [
      'a link that is down because its end is',
      network([node('a'), node('b')], [edge('a', 'b')]),
      network([node('a'), node('b', { status: 0 })], [edge('a', 'b', { state: 0 })]),
      ['offline b'],
    ],
  ] as const)('%s', (_, before, after, wanted) => expect(told(before, after)).toEqual(wanted))

  test('what went is drawn where it was', () => {
    const ghosts = ghostsOf(network([node('a'), node('b', { x: 7 })], [edge('a', 'b')]), network([node('a')]))
    expect(ghosts.nodes).toMatchObject([{ id: 'b', x: 7, status: 2 }])
    expect(ghosts.edges).toMatchObject([{ state: 2 }])
  })
})
