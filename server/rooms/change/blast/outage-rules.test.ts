import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { outageOf, ownPathOf, poweredBy } from './outage-rules.ts'
import { inSubnet } from './subnet-rules.ts'
import { type NetDevice, topologyOf } from './topology-rules.ts'

const mac = (id: number) =>
  `02:00:00:00:${(id >> 8).toString(16).padStart(2, '0')}:${(id & 255).toString(16).padStart(2, '0')}`

/** A network as it is: cables between boxes, some of them with a line to a provider. */
interface Real {
  boxes: { id: number; line: boolean }[]
  cables: { a: number; b: number; told: 'a' | 'b' | 'both' }[]
}

function deviceOf(
  { id, line }: Real['boxes'][number],
  { cables }: Real,
): NetDevice & { dials: null; powers: string[] } {
  const ends = cables.flatMap(({ a, b, told }) => [
    ...(a === id && told !== 'b' ? [b] : []),
    ...(b === id && told !== 'a' ? [a] : []),
  ])
  return {
    id,
    serial: mac(id).replaceAll(':', ''),
    type: line ? 0 : 2,
    scene_id: 1,
    online: true,
    macs: [mac(id)],
    addresses: [],
    lans: line ? [`10.${id}.0.1/24`] : [],
    wans: line ? [`198.51.100.${id}/24`] : [],
    neighbours: ends.map((other, n) => ({ port: `LAN${n}`, mac: mac(other), capabilities: ['Bridge'] })),
    dials: null,
    powers: [],
  }
}

/** Every box sends a packet that takes any cable that works, until it is out or has been everywhere: no set is computed. */
function simulate({ boxes, cables }: Real, down: ReadonlySet<number>): Set<number> {
  const out = (start: number, gone: ReadonlySet<number>): boolean => {
    const been = new Set<number>()
    const walk = (at: number): boolean => {
      if (gone.has(at) || been.has(at)) return false
      been.add(at)
      if (boxes.find(({ id }) => id === at)?.line) return true
      return cables.some(({ a, b }) => (a === at && walk(b)) || (b === at && walk(a)))
    }
    return walk(start)
  }
  const nothing = new Set<number>()
  return new Set(boxes.map(({ id }) => id).filter((id) => !down.has(id) && out(id, nothing) && !out(id, down)))
}

const told = fc.constantFrom('a' as const, 'b' as const, 'both' as const)
/** A tree with a few more cables, one to three lines, and what goes down. */
const networks = fc.integer({ min: 2, max: 40 }).chain((size) =>
  fc
    .record({
      parents: fc.array(fc.tuple(fc.nat(), told), { minLength: size - 1, maxLength: size - 1 }),
      extra: fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1), told), { maxLength: 4 }),
      lines: fc.uniqueArray(fc.integer({ min: 1, max: size }), { maxLength: 2 }),
      down: fc.uniqueArray(fc.integer({ min: 1, max: size }), { minLength: 1, maxLength: 4 }),
    })
    .map(({ parents, extra, lines, down }) => {
      const real: Real = {
        boxes: Array.from({ length: size }, (_, at) => ({ id: at + 1, line: at === 0 || lines.includes(at + 1) })),
        cables: [
          ...parents.map(([parent, tells], at) => ({ a: (parent % (at + 1)) + 1, b: at + 2, told: tells })),
          ...extra.map(([a, b, tells]) => ({ a: a + 1, b: b + 1, told: tells })),
        ],
      }
      return { real, down: new Set(down) }
    }),
)

describe('blast radius', () => {
  test('is what a simulation of the outage loses, over generated networks', () => {
    fc.assert(
      fc.property(networks, ({ real, down }) => {
        const topology = topologyOf(real.boxes.map((box) => deviceOf(box, real)))
        expect(outageOf(topology, down).lost).toEqual(simulate(real, down))
      }),
      { numRuns: 300 },
    )
  })

  const device = (id: number, more: Partial<NetDevice> = {}) => ({
    ...deviceOf({ id, line: false }, { boxes: [], cables: [] }),
    ...more,
  })
  const sees = (id: number, port = 'LAN1', capabilities = ['Bridge']) => ({ port, mac: mac(id), capabilities })

  test('a gateway behind another one is no way out', () => {
    const outer = device(1, { type: 3, wans: ['203.0.113.5'], lans: ['192.168.1.1/24'], neighbours: [sees(2)] })
    const inner = device(2, { type: 4, wans: ['192.168.1.9/24'], lans: ['10.0.0.1/24'], neighbours: [sees(3)] })
    const topology = topologyOf([outer, inner, device(3, { type: 1 })])
    expect(topology.roots).toEqual(new Set([1]))
    expect(outageOf(topology, new Set([2])).lost).toEqual(new Set([3]))
  })

  test('without a gateway of ours the way out is through equipment we do not know', () => {
    const core = device(1, { neighbours: [sees(99), sees(2, 'LAN2')] })
    const topology = topologyOf([core, device(2, { type: 1, neighbours: [sees(1)] })])
    expect(outageOf(topology, new Set([1]))).toMatchObject({ lost: new Set([2]), uncertain: true })
    expect(outageOf(topology, new Set([2])).lost).toEqual(new Set())
  })

  test('neighbours of different scenes are not linked', () => {
    const topology = topologyOf([device(1, { neighbours: [sees(2)] }), device(2, { scene_id: 2 })])
    expect(topology.links.get(1)).toEqual(new Set())
  })

  test('a switch takes down what it powers, on the ports that are meant', () => {
    const feeder = {
      ...device(1, { neighbours: [sees(2, 'LAN1'), sees(3, 'LAN2'), sees(4, 'LAN3')] }),
      powers: ['LAN1', 'LAN2'],
    }
    const all = [feeder, device(2), device(3), device(4)]
    expect(poweredBy(feeder, all, undefined)).toEqual(new Set([2, 3]))
    expect(poweredBy(feeder, all, ['LAN2', 'LAN3'])).toEqual(new Set([3]))
  })

  test.each([
    ['a terminal behind what goes', '192.168.1.20', [2], null, 'yes'],
    ['a terminal elsewhere', '192.168.1.20', [9], null, 'no'],
    ['the same address in two scenes', '192.168.1.20', [2, 9], null, 'maybe'],
    ['from the line of the scene, a part of it stays', '203.0.113.7', [], '203.0.113.7', 'maybe'],
    ['from somewhere else', '198.51.100.1', [], '203.0.113.7', 'no'],
    ['from this machine', '127.0.0.1', [], '127.0.0.1', 'no'],
    ['an address in two spellings', '::ffff:203.0.113.7', [], '203.0.113.7', 'maybe'],
  ] as const)('own path: %s', (_, ip, behind, dials, want) => {
    const all = [1, 2, 9].map((id) => ({ ...device(id), dials }))
    expect(ownPathOf({ ip, behind }, { lost: new Set([2]), down: new Set([1]), uncertain: false }, all)).toBe(want)
    if (want === 'maybe' && behind.length === 0)
      expect(ownPathOf({ ip, behind }, { lost: new Set([2, 9]), down: new Set([1]), uncertain: false }, all)).toBe(
        'yes',
      )
  })

  test.each([
    ['192.168.1.9', '192.168.1.1/24', true],
    ['192.168.2.9/24', '192.168.1.1/24', false],
    ['192.168.2.9', '192.168.0.1/16', true],
    ['fe80::1', '192.168.0.1/16', false],
    ['192.168.2.9', '192.168.0.1', false],
  ])('%s in %s: %s', (address, lan, want) => expect(inSubnet(address, lan)).toBe(want))
})
