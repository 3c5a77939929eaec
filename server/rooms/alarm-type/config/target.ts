import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { alarmTypeErrors as errors } from '@belvedere/contract/rooms/alarm-type/errors.ts'
import type { QueryContext } from '../../../kernel/db.ts'
import { refuse } from '../../../kernel/refuse.ts'
import type { SettingLayer } from './rules.ts'
import { type ConfigRow, configsAt, findGroupPlace, findScenePlace, type PlaceRow } from './store.ts'

/** A place of settings with the places it inherits from, the uppermost first and itself last. */
export interface ConfigTarget extends PlaceRow {
  from: 1 | 2 | 3
  name: string
  above: readonly { from: 1 | 2 | 3; name: string; holds(row: ConfigRow): boolean }[]
}

export interface RequestedTarget {
  group_id?: number | undefined
  scene_id?: number | undefined
}

/** The place of a call; 0 and absent: the whole team of the caller. Refuses places of others. */
export async function requestedTarget(
  ctx: QueryContext,
  { group_id = 0, scene_id = 0 }: RequestedTarget,
): Promise<ConfigTarget> {
  if (group_id && scene_id) throw refuse(errors.onePlace)
  const team = { from: 1 as const, name: '', holds: (row: ConfigRow) => !row.group_id && !row.scene_id }
  if (group_id) {
    const group = await findGroupPlace(ctx, group_id)
    if (!group) throw refuse(errors.foreignGroup)
    const own = { from: 2 as const, name: group.name, holds: (row: ConfigRow) => row.group_id === group_id }
    return { ...group, group_id, scene_id: null, from: 2, above: [team, own] }
  }
  if (!scene_id)
    return { team_id: ctx.access.ownTeam(), group_id: null, scene_id: null, from: 1, name: '', above: [team] }
  const scene = await findScenePlace(ctx, scene_id)
  if (!scene) throw refuse(commonErrors.foreignScene)
  const groups = scene.groups.map(({ id, name }) => ({
    from: 2 as const,
    name,
    holds: (row: ConfigRow) => row.group_id === id,
  }))
  const own = { from: 3 as const, name: scene.name, holds: (row: ConfigRow) => row.scene_id === scene_id }
  const { team_id, name } = scene
  return { team_id, name, group_id: null, scene_id, from: 3, above: [team, ...groups, own] }
}

/** The settings of a place and of those it inherits from, by type, the uppermost first. */
export async function layersAt(ctx: QueryContext, place: ConfigTarget): Promise<Map<string, SettingLayer[]>> {
  const { team_id, group_id, scene_id, above } = place
  const groups = scene_id
    ? (await findScenePlace(ctx, scene_id))?.groups.map(({ id }) => id)
    : group_id
      ? [group_id]
      : []
  const rows = await configsAt(ctx, team_id, groups ?? [], scene_id)
  const layers = new Map<string, SettingLayer[]>()
  for (const { from, name, holds } of above)
    for (const row of rows.filter(holds)) {
      const list = layers.get(row.type) ?? []
      layers.set(row.type, [...list, { from, name, said: row.fields }])
    }
  return layers
}
