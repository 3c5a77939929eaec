import type { NeighbourFact } from '@belvedere/drivers/kit/facts.ts'

/** A device as the plan of a scene needs it. `neighbours`: what it or its LLDP table says is at its ports. */
export interface PlanNode {
  id: number
  scene_id: number
  type: number
  mac: string | null
  name: string
  neighbours: readonly Pick<NeighbourFact, 'mac'>[]
}

/** Where a device hangs. */
export interface Placement {
  /** Steps from the uplink of the scene. */
  depth: number
  /** The device it hangs on; 0: nobody tells. */
  place: number
  /** Which turn an access point has whose place nobody tells; -1: it has a place, or is none. */
  slot: number
  /** What it is reached through, the nearest first. */
  upstream_ids: number[]
}

export const AP = 1
const SWITCH = 2
/** Routers and firewalls: what a scene is reached through. */
export const isUplink = (type: number) => type === 0 || type === 3
const isRoot = (type: number) => isUplink(type) || type === 4
/** Depth by kind where nobody tells the place. */
const usual = (type: number) => (isRoot(type) ? 0 : type === AP ? 2 : 1)
/** Of access points of unknown place every so manieth, in the order of their names, goes together. */
export const SLOTS = 4

/** The place of every device of one or more scenes, from what the devices tell of their neighbours. */
export function layOut(nodes: readonly PlanNode[]): Map<number, Placement> {
  const places = hang(nodes)
  for (const scene of groupBy(nodes, ({ scene_id }) => scene_id).values()) takeTurns(scene, places)
  return places
}

/** As `layOut`; nobody has a turn. */
export function hang(nodes: readonly PlanNode[]): Map<number, Placement> {
  const links = linksOf(nodes)
  const places = new Map<number, Placement>()
  for (const scene of groupBy(nodes, ({ scene_id }) => scene_id).values()) {
    spread(scene, links, places)
    const loose = scene.filter(({ id }) => !places.has(id))
    const deepest = scene.reduce(
      (most, { id, type }) => Math.max(most, type === AP ? (places.get(id)?.depth ?? 0) : 0),
      0,
    )
    for (const { id, type } of loose) {
      const depth = type === AP ? Math.max(usual(AP), deepest) : usual(type)
      places.set(id, { depth, place: 0, slot: -1, upstream_ids: [] })
    }
  }
  return places
}

function takeTurns(scene: readonly PlanNode[], places: ReadonlyMap<number, Placement>): void {
  const loose = scene.filter(({ id, type }) => type === AP && places.get(id)?.place === 0)
  const turns = loose.sort((a, b) => byName(a.name, b.name) || a.id - b.id)
  for (const [at, { id }] of turns.entries()) (places.get(id) as Placement).slot = at % SLOTS
}

const collator = new Intl.Collator('en', { numeric: true })
const byName = (a: string, b: string) => collator.compare(a, b)

/** From the roots outwards; an island without a root begins at its switch with the most neighbours. */
function spread(
  scene: readonly PlanNode[],
  links: ReadonlyMap<number, ReadonlySet<number>>,
  places: Map<number, Placement>,
): void {
  const known = new Map(scene.map((node) => [node.id, node]))
  const degree = ({ id }: PlanNode) => links.get(id)?.size ?? 0
  const linked = scene.filter((node) => degree(node) > 0)
  const roots = linked
    .filter(({ type }) => isRoot(type))
    .sort((a, b) => Number(isUplink(b.type)) - Number(isUplink(a.type)))
  const switches = linked.filter(({ type }) => type === SWITCH).sort((a, b) => degree(b) - degree(a) || a.id - b.id)
  const queue: PlanNode[] = []
  const walk = () => {
    for (let node = queue.shift(); node; node = queue.shift()) {
      const here = places.get(node.id) as Placement
      for (const next of [...(links.get(node.id) ?? [])].sort((a, b) => a - b)) {
        const other = known.get(next)
        if (!other || places.has(next)) continue
        places.set(next, {
          depth: here.depth + 1,
          place: node.id,
          slot: -1,
          upstream_ids: [node.id, ...here.upstream_ids],
        })
        queue.push(other)
      }
    }
  }
  const begin = (node: PlanNode, depth: number) => {
    if (places.has(node.id)) return
    places.set(node.id, { depth, place: 0, slot: -1, upstream_ids: [] })
    queue.push(node)
  }
  // every uplink first: one that is a neighbour of another is beside it, not below
  for (const node of roots) if (isUplink(node.type)) begin(node, 0)
  walk()
  for (const node of roots) {
    begin(node, 0)
    walk()
  }
  for (const node of switches) {
    begin(node, usual(SWITCH))
    walk()
  }
}

function linksOf(nodes: readonly PlanNode[]): Map<number, Set<number>> {
  const byMac = new Map(nodes.flatMap(({ id, mac }) => (mac ? [[mac.toLowerCase(), id] as const] : [])))
  const links = new Map<number, Set<number>>()
  const join = (a: number, b: number) => links.set(a, (links.get(a) ?? new Set()).add(b))
  for (const { id, neighbours } of nodes) {
    for (const { mac } of neighbours) {
      const other = mac ? byMac.get(mac.toLowerCase()) : undefined
      if (other === undefined || other === id) continue
      join(id, other)
      join(other, id)
    }
  }
  return links
}

export function groupBy<T, K>(list: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const one of list) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}

/** A device that may be dark for a while. */
export type PlacedDevice = Pick<Placement, 'place' | 'slot' | 'upstream_ids'> & {
  id: number
  type: number
  scene_id: number
}

/**
 * Devices that may be dark at a time, looked up quickly. The rule: never a device together with what it is reached through;
 * never two uplinks of a scene; never two access points that hang on the same device; and of access points whose place nobody
 * tells only those of one turn.
 */
export class DarkSet {
  private readonly ids = new Set<number>()
  private readonly upstream = new Map<number, number>()
  private readonly keys = new Map<string, number>()
  private readonly turns = new Map<number, { slot: number; count: number }>()

  /** True when the device and one of those here would be dark together although the rule forbids it. */
  clashes(one: PlacedDevice): boolean {
    if (this.ids.has(one.id) || this.upstream.has(one.id) || one.upstream_ids.some((id) => this.ids.has(id)))
      return true
    const turn = this.turns.get(one.scene_id)
    if (one.slot >= 0 && turn && turn.slot !== one.slot) return true
    const key = keyOf(one)
    return key !== undefined && this.keys.has(key)
  }

  add(one: PlacedDevice): void {
    this.ids.add(one.id)
    for (const id of one.upstream_ids) this.upstream.set(id, (this.upstream.get(id) ?? 0) + 1)
    const key = keyOf(one)
    if (key !== undefined) this.keys.set(key, one.id)
    if (one.slot >= 0)
      this.turns.set(one.scene_id, { slot: one.slot, count: (this.turns.get(one.scene_id)?.count ?? 0) + 1 })
  }
}

function keyOf({ type, scene_id, place }: PlacedDevice): string | undefined {
  if (isUplink(type)) return `uplink ${scene_id}`
  return type === AP && place !== 0 ? `below ${place}` : undefined
}
