import { describe, expect, test } from 'vitest'
import { AP, ConcurrentOutages, placeDevices, type SceneNode, type Placement, SLOTS } from './placement.ts'
import { planWaves, type PlannedUpgrade } from './plan-waves.ts'

/** Numbers that are the same in every run. */
function dice(seed: number): (most: number) => number {
  let state = seed * 2_654_435_761
  return (most) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) | 0
    return (state >>> 0) % most
  }
}

interface SimulatedSite {
  nodes: SceneNode[]
  parent: Map<number, number>
}

/** A network as a tree: a router, switches below it, access points below those; the links of some are not known. */
function site(seed: number, scene_id: number, size: number): SimulatedSite {
  const roll = dice(seed)
  const first = scene_id * 1000
  const parent = new Map<number, number>()
  const nodes: SceneNode[] = []
  for (let i = 0; i < size; i++) {
    const id = first + i
    const type = i === 0 ? 0 : roll(10) < 3 || i === 1 ? 2 : AP
    nodes.push({ id, scene_id, type, name: `AP-${i}` })
    const switches = nodes.filter((node) => node.id !== id && node.type === 2)
    const above = switches[roll(Math.max(1, switches.length))] ?? nodes[0]
    if (i === 0 || !above || (type === AP && roll(5) === 0)) continue
    parent.set(id, above.id)
  }
  return { nodes, parent }
}

const models = ['A', 'B', 'C']

/** Devices whose links are not known have the default depth of an access point. */
function placesOf(nodes: readonly SceneNode[], parent: ReadonlyMap<number, number>): Map<number, Placement> {
  const pathOf = (id: number): number[] => {
    const next = parent.get(id)
    return next === undefined ? [] : [next, ...pathOf(next)]
  }
  const paths = new Map(nodes.map(({ id }) => [id, pathOf(id)]))
  const depthOf = ({ id, type }: SceneNode) => (type === AP && !parent.has(id) ? 2 : pathOf(id).length)
  return placeDevices(nodes, paths, new Map(nodes.map((node) => [node.id, depthOf(node)])))
}

function planned({ nodes, parent }: SimulatedSite, seed: number): PlannedUpgrade[] {
  const roll = dice(seed)
  const places = placesOf(nodes, parent)
  return nodes.map(({ id, type, scene_id }) => {
    const place = places.get(id)
    if (!place) throw new Error('no place')
    return { id, type, scene_id, ...place, model: `${type}${models[roll(3)]}`, online: roll(6) > 0 }
  })
}

describe('any network', () => {
  test.each(Array.from({ length: 60 }, (_, seed) => seed))('%d', (seed) => {
    const roll = dice(seed)
    const sites = [site(seed, 1, 2 + roll(60)), site(seed + 1000, 2, 1 + roll(20))]
    const devices = sites.flatMap((one) => planned(one, seed))
    const how = { canary: roll(3), most: 1 + roll(30) }
    const waves = planWaves(devices, how)
    const byId = new Map(devices.map((one) => [one.id, one]))
    const of = (ids: readonly number[]) => ids.flatMap((id) => byId.get(id) ?? [])

    // every device once
    expect(waves.flatMap(({ ids }) => ids).sort((a, b) => a - b)).toEqual(
      devices.map(({ id }) => id).sort((a, b) => a - b),
    )
    // the deepest first
    const depths = waves.map(({ depth }) => depth)
    expect(depths).toEqual([...depths].sort((a, b) => b - a))
    for (const { ids, kind } of waves) {
      expect(ids.length).toBeGreaterThan(0)
      expect(ids.length).toBeLessThanOrEqual(how.most)
      const dark = of(ids)
      for (const [at, one] of dark.entries()) {
        for (const other of dark.slice(at + 1)) {
          // never a device together with one through which it is reached
          expect(one.upstream_ids.includes(other.id) || other.upstream_ids.includes(one.id)).toBe(false)
          if (one.scene_id !== other.scene_id) continue
          // one uplink of a scene at a time
          expect(one.type === 0 && other.type === 0).toBe(false)
          // never two access points of one switch
          if (one.type === AP && other.type === AP && one.place !== 0) expect(one.place).not.toBe(other.place)
          if (one.slot >= 0 && other.slot >= 0) expect(one.slot).toBe(other.slot)
        }
      }
      if (kind === 'canary') expect(how.canary).toBeGreaterThan(0)
    }
    // the canaries of each model go before all others of it
    const order = waves.flatMap(({ ids, kind }) => of(ids).map((one) => ({ ...one, kind })))
    for (const model of new Set(devices.map((one) => one.model))) {
      const mine = order.filter((one) => one.model === model)
      const deepest = mine.filter(({ depth }) => depth === mine[0]?.depth)
      expect(mine.filter(({ kind }) => kind === 'canary')).toHaveLength(Math.min(how.canary, deepest.length))
      expect(mine.slice(0, Math.min(how.canary, deepest.length)).every(({ kind }) => kind === 'canary')).toBe(true)
    }
  })

  test('the placement of a device follows the tree', () => {
    const { nodes, parent } = site(7, 1, 80)
    const places = placesOf(nodes, parent)
    for (const { id, type } of nodes) {
      if (parent.has(id)) expect(places.get(id)?.place).toBe(parent.get(id))
      else if (type === AP) expect(places.get(id)?.slot).toBeGreaterThanOrEqual(0)
    }
  })
})

test('access points of unknown placement: every fourth by name', () => {
  const nodes = Array.from({ length: 12 }, (_, i) => ({
    id: i + 1,
    scene_id: 1,
    type: AP,
    name: `AP ${i + 1}`,
  }))
  const places = placesOf(nodes, new Map())
  expect(nodes.map(({ id }) => places.get(id)?.slot)).toEqual(nodes.map((_, i) => i % SLOTS))
  const devices = nodes.map(
    ({ id }) =>
      ({ id, type: AP, scene_id: 1, model: 'A', online: true, ...(places.get(id) as Placement) }) as PlannedUpgrade,
  )
  expect(planWaves(devices, { canary: 0, most: 50 }).map(({ ids }) => ids)).toEqual([
    [1, 5, 9],
    [2, 6, 10],
    [3, 7, 11],
    [4, 8, 12],
  ])
})

test('waves grow from ten', () => {
  const nodes = Array.from({ length: 100 }, (_, i) => ({
    id: i + 1,
    scene_id: 1,
    type: 4,
    name: '',
  }))
  const places = placesOf(nodes, new Map())
  const devices = nodes.map(
    (node) => ({ ...node, model: 'A', online: node.id !== 1, ...(places.get(node.id) as Placement) }) as PlannedUpgrade,
  )
  const waves = planWaves(devices, { canary: 1, most: 50 })
  expect(waves.map(({ kind, ids }) => [kind, ids.length])).toEqual([
    ['canary', 1],
    ['rest', 10],
    ['rest', 20],
    ['rest', 40],
    ['rest', 29],
  ])
  expect(waves[0]?.ids).toEqual([2])
})

test('two uplinks of a scene are never offline together, linked or not', () => {
  const pair = [1, 2].map((id) => ({ id, scene_id: 1, type: 0, name: '' }))
  const places = placeDevices(pair, new Map(), new Map())
  const away = new ConcurrentOutages()
  away.add({ ...pair[0], ...places.get(1) } as PlannedUpgrade)
  expect(away.clashes({ ...pair[1], ...places.get(2) } as PlannedUpgrade)).toBe(true)
})
