import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type GraphDevice, graphOf, type LinkOfGraph } from './graph-rules.ts'
import { besideOf, endsAt, outageOf } from './outage-rules.ts'
import { linkSource } from './observation-rules.ts'

const mac = (id: number) =>
  `02:00:00:00:${(id >> 8).toString(16).padStart(2, '0')}:${(id & 255).toString(16).padStart(2, '0')}`

/** A real network: cables between boxes, some of them with a line to a provider. */
interface Real {
  boxes: { id: number; line: boolean }[]
  cables: { a: number; b: number; told: 'a' | 'b' | 'both' }[]
}

const box = (id: number, line = false, more: Partial<GraphDevice> = {}): GraphDevice => ({
  id,
  type: line ? 0 : 2,
  macs: [mac(id)],
  lans: line ? [`10.${id}.0.1/24`] : [],
  wans: line ? [`198.51.100.${id}/24`] : [],
  ip: null,
  ...more,
})

const sight = (
  device_id: number,
  how: number,
  port: string,
  who = '',
  more: Partial<LinkOfGraph> = {},
): LinkOfGraph => ({
  device_id,
  source: how,
  port,
  peer: who,
  name: '',
  remote_port: '',
  detail: '',
  equipment: true,
  since: 1,
  until: null,
  ...more,
})

const lldp = (from: number, port: string, to: number, more: Partial<LinkOfGraph> = {}) =>
  sight(from, linkSource.lldp, port, mac(to), more)

function graphOfReal({ boxes, cables }: Real) {
  const sights = cables.flatMap(({ a, b, told }, n) => [
    ...(told !== 'b' ? [lldp(a, `A${n}`, b)] : []),
    ...(told !== 'a' ? [lldp(b, `B${n}`, a)] : []),
  ])
  const lines = boxes.filter(({ line }) => line).map(({ id }) => sight(id, linkSource.line, 'WAN'))
  return graphOf(
    boxes.map(({ id, line }) => box(id, line)),
    [...sights, ...lines],
  )
}

/**
 * Every box sends a packet over each working cable, until it reaches the internet or has visited everything: no set is
 * computed.
 */
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

const reported = fc.constantFrom('a' as const, 'b' as const, 'both' as const)
/** A tree with a few additional cables, one to three lines, and the nodes that go down. */
const networks = fc.integer({ min: 2, max: 40 }).chain((size) =>
  fc
    .record({
      parents: fc.array(fc.tuple(fc.nat(), reported), { minLength: size - 1, maxLength: size - 1 }),
      extra: fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1), reported), { maxLength: 4 }),
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
      return { real, down }
    }),
)

const lostOf = (graph: ReturnType<typeof graphOf>, ...down: (number | string)[]) =>
  outageOf(graph, new Set(down.map((one) => (typeof one === 'number' ? `d${one}` : one))))

describe('an outage', () => {
  test('loses what a simulation loses, over generated networks', () => {
    fc.assert(
      fc.property(networks, ({ real, down }) => {
        expect(lostOf(graphOfReal(real), ...down).lost).toEqual(simulate(real, new Set(down)))
      }),
      { numRuns: 300 },
    )
  })

  test('includes everything behind a switch that does not identify itself, and devices known only by a learned address', () => {
    const graph = graphOf(
      [box(1, true), box(2), box(3), box(4), box(5)],
      [
        sight(1, linkSource.line, 'WAN'),
        lldp(1, 'LAN1', 2),
        sight(2, linkSource.port, 'P3', mac(3)),
        sight(2, linkSource.port, 'P4', mac(4)),
        sight(2, linkSource.port, 'P4', mac(5)),
        sight(2, linkSource.shared, 'P4'),
      ],
    )
    expect(lostOf(graph, 2)).toEqual({ lost: new Set([3, 4, 5]), uncertain: false })
    expect(lostOf(graph, ...endsAt(graph, 2, new Set(['P4']))).lost).toEqual(new Set([4, 5]))
    expect(endsAt(graph, 2, new Set(['P3']))).toEqual(['d3'])
    expect(besideOf(graph).get(2)).toEqual(new Set([1, 3, 4, 5]))
  })

  test('of a device behind a radio, and of a tunnel without a path to the uplink', () => {
    const graph = graphOf(
      [box(1, true), box(2, false, { type: 1 }), box(3, false, { type: 1 })],
      [
        sight(1, linkSource.line, 'WAN'),
        lldp(1, 'LAN1', 2),
        sight(2, linkSource.radio, 'mesh', mac(3)),
        sight(1, linkSource.tunnel, 'wg0', '10.9.0.0/24'),
        sight(3, linkSource.tunnel, 'wg0', '10.9.0.0/24'),
      ],
    )
    expect(lostOf(graph, 2).lost).toEqual(new Set([3]))
  })

  test('a gateway behind another one is no uplink', () => {
    const outer = box(1, true, { type: 3, lans: ['192.168.1.1/24'] })
    const inner = box(2, true, { type: 4, wans: ['192.168.1.9/24'], lans: ['10.0.0.1/24'] })
    const graph = graphOf(
      [outer, inner, box(3)],
      [sight(1, linkSource.line, 'WAN'), sight(2, linkSource.line, 'WAN'), lldp(1, 'LAN1', 2), lldp(2, 'LAN1', 3)],
    )
    expect(lostOf(graph, 1).lost).toEqual(new Set([2, 3]))
    expect(lostOf(graph, 2)).toEqual({ lost: new Set([3]), uncertain: false })
  })

  test('without a managed line the path leads through unknown equipment', () => {
    const graph = graphOf([box(1), box(2)], [lldp(1, 'P1', 99), lldp(1, 'P2', 2)])
    expect(lostOf(graph, 1)).toEqual({ lost: new Set([2]), uncertain: true })
    expect(lostOf(graph, 2)).toEqual({ lost: new Set(), uncertain: true })
  })

  test('a former link carries no traffic', () => {
    const graph = graphOf(
      [box(1, true), box(2), box(3)],
      [sight(1, linkSource.line, 'WAN'), lldp(1, 'LAN1', 2), lldp(2, 'P1', 3), lldp(1, 'LAN2', 3, { until: 50 })],
    )
    expect(lostOf(graph, 2).lost).toEqual(new Set([3]))
  })
})
