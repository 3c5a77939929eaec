import { deviceType } from '@belvedere/contract/rooms/device/enums.ts'

/** A device of a scene. */
export interface SceneNode {
  id: number
  scene_id: number
  type: number
  name: string
}

/** The position of a device in its network. */
export interface Placement {
  /** Number of devices between it and the edge of its scene. */
  depth: number
  /** The device that it depends on; 0: not known. */
  place: number
  /** The slot of an access point whose links are not known; -1: its place is known, or it is not an access point. */
  slot: number
  /** The devices through which it is reached, the nearest first. */
  upstream_ids: number[]
}

export const AP = deviceType.id.ap
/** Routers and firewalls: the devices through which a scene is reached. */
export const isUplink = (type: number) => type === deviceType.id.router || type === deviceType.id.firewall
/** Number of slots for access points whose links are not known, in the order of their names. */
export const SLOTS = 4

/** The position of every device of the scenes, by its uplink and its depth. */
export function placeDevices(
  nodes: readonly SceneNode[],
  paths: ReadonlyMap<number, readonly number[]>,
  depths: ReadonlyMap<number, number>,
): Map<number, Placement> {
  const linked = new Set([...paths.values()].flat())
  const places = new Map(
    nodes.map(({ id }) => {
      const upstream_ids = [...(paths.get(id) ?? [])]
      return [id, { depth: depths.get(id) ?? 0, place: upstream_ids[0] ?? 0, slot: -1, upstream_ids }]
    }),
  )
  for (const scene of Map.groupBy(nodes, ({ scene_id }) => scene_id).values()) {
    const loose = scene.filter(({ id, type }) => type === AP && places.get(id)?.place === 0 && !linked.has(id))
    loose.sort((a, b) => byName(a.name, b.name) || a.id - b.id)
    for (const [index, { id }] of loose.entries()) (places.get(id) as Placement).slot = index % SLOTS
  }
  return places
}

const collator = new Intl.Collator('en', { numeric: true })
const byName = (a: string, b: string) => collator.compare(a, b)

/** A device that will be offline for a while. */
export type PlacedUpgrade = Pick<Placement, 'place' | 'slot' | 'upstream_ids'> & {
  id: number
  type: number
  scene_id: number
}

/**
 * Devices that may be offline at the same time. Rule: never a device together with one through which it is reached;
 * never two uplinks of a scene; never two access points behind the same device; and of access points whose links are
 * not known only those of one slot.
 */
export class ConcurrentOutages {
  private readonly ids = new Set<number>()
  private readonly upstream = new Map<number, number>()
  private readonly keys = new Map<string, number>()
  private readonly turns = new Map<number, { slot: number; count: number }>()

  /** True when the rule forbids that the device and one of these are offline together. */
  clashes(one: PlacedUpgrade): boolean {
    if (this.ids.has(one.id) || this.upstream.has(one.id) || one.upstream_ids.some((id) => this.ids.has(id)))
      return true
    const turn = this.turns.get(one.scene_id)
    if (one.slot >= 0 && turn && turn.slot !== one.slot) return true
    const key = keyOf(one)
    return key !== undefined && this.keys.has(key)
  }

  add(one: PlacedUpgrade): void {
    this.ids.add(one.id)
    for (const id of one.upstream_ids) this.upstream.set(id, (this.upstream.get(id) ?? 0) + 1)
    const key = keyOf(one)
    if (key !== undefined) this.keys.set(key, one.id)
    if (one.slot >= 0)
      this.turns.set(one.scene_id, { slot: one.slot, count: (this.turns.get(one.scene_id)?.count ?? 0) + 1 })
  }
}

function keyOf({ type, scene_id, place }: PlacedUpgrade): string | undefined {
  if (isUplink(type)) return `uplink ${scene_id}`
  return type === AP && place !== 0 ? `below ${place}` : undefined
}
