import { deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import type { QueryContext } from '../../kernel/db.ts'
import { discoverAll } from '../../kernel/discovery/discover.ts'
import { coordinateSystem } from '@belvedere/contract/rooms/scene/place/enums.ts'
import { isSceneCount, type SceneCount, type SceneKindCount } from '../../engines/scene-count/scene-count.ts'
import type { SceneDetailRow } from './store.ts'

type CountedKind = keyof typeof deviceType.id
type OnlineCount = { total: number; online: number }

/** The counts of one scene. */
export interface SceneCounts {
  device: Record<CountedKind, OnlineCount>
  device_total: number
  device_online: number
  /** Their gateway is lost or stopped. */
  device_unknown: number
  terminal_cnt: number
}

const kinds = Object.keys(deviceType.id) as CountedKind[]
const kindOf = new Map<number, CountedKind>(kinds.map((kind) => [deviceType.id[kind], kind]))

const nothing = (): SceneCounts => ({
  device: Object.fromEntries(kinds.map((kind) => [kind, { total: 0, online: 0 }])) as Record<CountedKind, OnlineCount>,
  device_total: 0,
  device_online: 0,
  device_unknown: 0,
  terminal_cnt: 0,
})

/** The counts of other rooms for these scenes, or for all that the caller sees. */
export async function countIn(
  ctx: QueryContext,
  of: SceneCount['of'],
  scene_ids?: readonly number[],
): Promise<readonly SceneKindCount[]> {
  const stated = (await discoverAll(isSceneCount)).filter((one) => one.of === of)
  return (await Promise.all(stated.map((one) => one.count(ctx, scene_ids)))).flat()
}

/** The counts of each of the scenes, with one query to each room for all of them. */
export async function countsOf(ctx: QueryContext, scene_ids: number[]): Promise<(scene_id: number) => SceneCounts> {
  const counts = new Map(scene_ids.map((id) => [id, nothing()]))
  if (scene_ids.length) {
    const [devices, terminals] = await Promise.all([
      countIn(ctx, 'device', scene_ids),
      countIn(ctx, 'terminal', scene_ids),
    ])
    for (const { scene_id, kind, ...count } of devices) add(counts.get(scene_id), kindOf.get(kind) ?? 'other', count)
    for (const { scene_id, online = 0 } of terminals) {
      const one = counts.get(scene_id)
      if (one) one.terminal_cnt += online
    }
  }
  return (scene_id) => counts.get(scene_id) ?? nothing()
}

/** Scenes in the form for callers, with the counts of each. */
export async function withCounts(ctx: QueryContext, list: SceneDetailRow[]) {
  const countsIn = await countsOf(
    ctx,
    list.map(({ id }) => id),
  )
  return list.map(({ team_id: _, ...scene }) => ({
    ...scene,
    crs: coordinateSystem.id.wgs84,
    ...countsIn(scene.id),
  }))
}

function add(
  to: SceneCounts | undefined,
  kind: CountedKind,
  { total, online = 0, unknown = 0 }: Omit<SceneKindCount, 'scene_id' | 'kind'>,
): void {
  if (!to) return
  to.device[kind].total += total
  to.device[kind].online += online
  to.device_total += total
  to.device_online += online
  to.device_unknown += unknown
}
