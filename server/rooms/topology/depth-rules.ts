/** A device of a scene. */
export interface DepthDevice {
  id: number
  scene_id: number
  /** As in `deviceType`. */
  type: number
}

const AP = 1
/** Routers, firewalls and soft routers: the devices through which a scene is reached. */
const isGateway = (type: number) => type === 0 || type === 3 || type === 4
/** The default depth by type, for a device without known links. */
const usual = (type: number) => (isGateway(type) ? 0 : type === AP ? 2 : 1)

/**
 * The number of devices between each of these and the edge of its scene. `paths`: the path to the uplink of each
 * device, its parent first. A part of the network without a link to a gateway begins at the default depth of its
 * outermost device. Without links a device has the default depth of its type, an access point at least that of the
 * deepest one of its scene.
 */
export function depthsAmong(
  devices: readonly DepthDevice[],
  paths: ReadonlyMap<number, readonly number[]>,
): Map<number, number> {
  const typeOf = new Map(devices.map(({ id, type }) => [id, type]))
  const pathOf = (id: number) => paths.get(id) ?? []
  const linked = new Set([...paths].flatMap(([id, path]) => (path.length > 0 ? [id, ...path] : [])))
  const depths = new Map<number, number>()
  for (const { id, type } of devices) {
    if (!linked.has(id)) continue
    const path = pathOf(id)
    const outermost = path.at(-1)
    const base = outermost === undefined ? usual(type) : usual(typeOf.get(outermost) ?? 0)
    depths.set(id, base + path.length)
  }
  const deepest = new Map<number, number>()
  for (const { id, scene_id, type } of devices)
    if (type === AP) deepest.set(scene_id, Math.max(deepest.get(scene_id) ?? 0, depths.get(id) ?? 0))
  for (const { id, scene_id, type } of devices) {
    if (!depths.has(id)) depths.set(id, type === AP ? Math.max(usual(AP), deepest.get(scene_id) ?? 0) : usual(type))
  }
  return depths
}
