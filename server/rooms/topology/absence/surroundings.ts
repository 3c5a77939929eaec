import type { WorkKind } from '../../../devices/send-command.ts'
import type { System } from '../../../kernel/implement.ts'
import { uplinkPaths } from '../networks.ts'
import { belowOf, type LearnedAbsence } from './absence-rules.ts'
import { learnedIn, listBeside } from './store.ts'

/** The network around a device, for declarations. */
export interface DeviceSurroundings {
  /** Devices that are reached through it. */
  below: readonly number[]
  /** How long others of its model were offline. */
  learned: ReadonlyMap<WorkKind, LearnedAbsence> | undefined
}

interface SceneSurroundings {
  /** Milliseconds of a steady clock. */
  at: number
  devices: ReadonlyMap<number, DeviceSurroundings>
  fresh: Promise<unknown> | undefined
}

/**
 * Milliseconds for which cached data of a scene is used without a refresh; after that it is used while it is refreshed,
 * so that a command waits for it only once: reading ten thousand devices takes longer than commanding one.
 */
export const FRESH = 300_000
/** Milliseconds after which it is no longer used. */
const STALE = 3_600_000
/** Maximum number of cached scenes. */
const MOST = 2000

interface KnownScenes {
  scenes: Map<number, SceneSurroundings>
  sceneOf: Map<number, number>
}

const known = new WeakMap<System, KnownScenes>()

/**
 * For devices that are commanded; devices without a scene are skipped. `oldest`: maximum age in milliseconds of cached
 * data.
 */
export async function surroundingsOf(
  system: System,
  ids: readonly number[],
  oldest = STALE,
): Promise<Map<number, DeviceSurroundings>> {
  const own = known.get(system) ?? { scenes: new Map<number, SceneSurroundings>(), sceneOf: new Map<number, number>() }
  known.set(system, own)
  const now = performance.now()
  const missing: number[] = []
  for (const id of ids) {
    const scene = own.scenes.get(own.sceneOf.get(id) ?? 0)
    if (!scene || now - scene.at > oldest) missing.push(id)
    else if (now - scene.at > FRESH && !scene.fresh) {
      scene.fresh = read(system, own, [id]).catch((error: unknown) => {
        scene.fresh = undefined
        system.log.warn({ error: String(error) }, 'what hangs on a device is not read again')
      })
    }
  }
  if (missing.length > 0) await read(system, own, missing)
  return new Map(
    ids.flatMap((id) => {
      const one = own.scenes.get(own.sceneOf.get(id) ?? 0)?.devices.get(id)
      return one ? [[id, one] as const] : []
    }),
  )
}

/** Reads the scenes of these devices. */
async function read(system: System, own: KnownScenes, ids: readonly number[]): Promise<void> {
  const beside = await listBeside(system.db, ids)
  const all = beside.map(({ id }) => id)
  const [paths, learned] = [
    await uplinkPaths(system, all, system.now()),
    await learnedIn(system.db, [...new Set(beside.map(({ model }) => model))]),
  ]
  const below = belowOf(paths)
  if (own.scenes.size > MOST) {
    own.scenes.clear()
    own.sceneOf.clear()
  }
  const at = performance.now()
  for (const [scene_id, list] of Map.groupBy(beside, (one) => one.scene_id)) {
    const devices = new Map(
      list.map(({ id, model }) => [id, { below: below.get(id) ?? [], learned: learned.get(model) }]),
    )
    own.scenes.set(scene_id, { at, devices, fresh: undefined })
    for (const { id } of list) own.sceneOf.set(id, scene_id)
  }
}

/** Invalidates the cached data. */
export function invalidateSurroundings(system: System): void {
  known.delete(system)
}
