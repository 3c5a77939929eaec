import { describe, expect, test } from 'vitest'
import { choicesOf, noSieve, sift } from './filter.ts'
import type { TopologyNode } from './network.ts'

const node = (id: string, parent: string | null, more: Partial<TopologyNode> = {}) =>
  ({
    id,
    parent,
    name: id,
    sn: '',
    ip: null,
    mac: null,
    model: '',
    folds: [],
    ssids: [],
    ...more,
  }) as unknown as TopologyNode
const fold = (more: object) => ({ port: '', ssid: '', vlan: 0, link: 0, n: 1, ...more })
const nodes = [
  node('gateway', null),
  node('core', 'gateway', { folds: [fold({ vlan: 20, port: 'P1' })] }),
  node('lobby', 'core', {
    mac: '0a:1b:2c:3d:4e:5f',
    ssids: ['Guest'],
    folds: [fold({ ssid: 'Guest', link: 2, vlan: 30 })],
  }),
  node('garden', 'core', { ssids: ['Guest', 'Staff'], ip: '10.0.0.7' }),
]
const ask = (more: object) => {
  const found = sift(nodes, { ...noSieve, ...more })
  return found && { hits: [...found.hits], lit: [...found.lit].sort() }
}

describe('filters', () => {
  test('nothing asked for dims nothing', () => expect(ask({ text: '  ' })).toBeUndefined())
  test.each<[string, object, string[]]>([
    ['a piece of a name', { text: 'OBB' }, ['lobby']],
    ['an address', { text: '10.0.0' }, ['garden']],
    ['a hardware address in any spelling', { text: '1B-2C' }, ['lobby']],
    ['a VLAN', { vlan: 20 }, ['core']],
    ['a wireless network, also where nobody uses it', { ssid: 'Guest' }, ['lobby', 'garden']],
    ['a band of it', { ssid: 'Guest', band: 2 }, ['lobby']],
    ['what nobody has', { vlan: 99 }, []],
  ])('%s', (_, more, hits) => expect(ask(more)?.hits).toEqual(hits))
  test('the way out of what fits stays lit', () =>
    expect(ask({ text: 'lobby' })?.lit).toEqual(['core', 'gateway', 'lobby']))
  test('what there is to choose from', () =>
    expect(choicesOf(nodes)).toEqual({ vlans: [20, 30], ssids: ['Guest', 'Staff'] }))
})
