import type { QueryContext } from '../../kernel/db.ts'
import { domainOf } from './domain-rules.ts'
import { deviceKey, type TopologyGraph } from './graph-rules.ts'
import { graphsOf, type SceneGraph } from './graph.ts'
import { besideOf, endsAt, type OutageExtent, outageOf } from './outage-rules.ts'
import { causesOf, pathOf } from './path-rules.ts'
import { listHops, scenesOf } from './store.ts'

/**
 * The path to the uplink of each device, as device ids from its parent up to the gateway of its scene; empty for a
 * gateway, and for a device without an observed link. From reports, also of devices that are offline now: no device is
 * queried. Ten thousand devices in ten scenes, measured on a busy machine: 25 to 100 ms (two statements) while no link
 * changed since the last query, about half a second when all graphs have to be computed. Devices that the caller does
 * not see are left out.
 */
export async function uplinkPaths(
  ctx: QueryContext,
  ids: readonly number[],
  now: number,
): Promise<Map<number, number[]>> {
  const paths = new Map<number, number[]>()
  await eachGraph(ctx, ids, now, (graph, mine) => {
    for (const id of mine) paths.set(id, pathOf(graph, graph.parents, deviceKey(id)))
  })
  return paths
}

/** The broadcast domain of each address that was seen at a device: see `domainOf`. */
export async function domainsOf(
  ctx: QueryContext,
  seen: readonly { device_id: number; ip: string }[],
  now: number,
): Promise<string[]> {
  const paths = await uplinkPaths(ctx, [...new Set(seen.map(({ device_id }) => device_id))], now)
  const ids = new Set([...paths].flatMap(([id, path]) => [id, ...path]))
  const hops = new Map((await listHops(ctx, [...ids])).map((one) => [one.id, one]))
  return seen.map(({ device_id, ip }) => {
    const way = [device_id, ...(paths.get(device_id) ?? [])].flatMap((id) => hops.get(id) ?? [])
    return domainOf(ip, way)
  })
}

/**
 * The causes of offline devices. A device with a live path up to itself is its own cause; one behind other offline
 * devices has those as causes (several if it had several paths). `ids` are all that are offline in their scenes: others
 * count as online.
 */
export async function offlineCauses(
  ctx: QueryContext,
  ids: readonly number[],
  now: number,
): Promise<Map<number, number[]>> {
  const causes = new Map<number, number[]>()
  await eachGraph(ctx, ids, now, (graph, mine) => {
    for (const [key, list] of causesOf(graph, new Set(mine.map(deviceKey))))
      causes.set(
        Number(key.slice(1)),
        list.map((one) => Number(one.slice(1))),
      )
  })
  return causes
}

/** The network of a scene, as its devices report it. */
export interface NetworkNow {
  /** What is lost while those devices, and the nodes at the ends of those sockets, are offline. */
  without(down: ReadonlySet<number>, ends?: readonly SocketsOf[]): OutageExtent & { down: Set<number> }
  /** The neighbours of each device. */
  beside: ReadonlyMap<number, ReadonlySet<number>>
}

/** Sockets of one device. */
interface SocketsOf {
  device_id: number
  ports: ReadonlySet<string>
}

/** The networks of devices, in scenes that the caller sees. */
export async function networksOf(ctx: QueryContext, ids: readonly number[], now: number): Promise<NetworkNow[]> {
  const networks: NetworkNow[] = []
  await eachGraph(ctx, ids, now, (graph) => networks.push(networkOf(graph)))
  return networks
}

function networkOf(graph: TopologyGraph): NetworkNow {
  return {
    without(ids, ends = []) {
      const mine = [...ids].map(deviceKey).filter((key) => graph.nodes.has(key))
      const keys = new Set([...mine, ...ends.flatMap(({ device_id, ports }) => endsAt(graph, device_id, ports))])
      const devices = [...keys].flatMap((key) => {
        const node = graph.nodes.get(key)
        return node?.kind === 'device' ? node.device_id : []
      })
      return { ...outageOf(graph, keys), down: new Set(devices) }
    },
    beside: besideOf(graph),
  }
}

async function eachGraph(
  ctx: QueryContext,
  ids: readonly number[],
  now: number,
  use: (graph: SceneGraph, ids: number[]) => unknown,
): Promise<void> {
  if (ids.length === 0) return
  const scenes = Map.groupBy(await scenesOf(ctx, ids), ({ scene_id }) => scene_id)
  for (const graph of await graphsOf(ctx, [...scenes.keys()], now))
    use(
      graph,
      (scenes.get(graph.scene_id) ?? []).map(({ id }) => id),
    )
}
