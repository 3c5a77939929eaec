import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { groupCalls } from '@belvedere/contract/rooms/scene/group.ts'
import { batchOut, listing, whyNotIn } from '../../engines/batch-out/batch-out.ts'
import { captureSnapshots } from '../../engines/deleted-snapshot/snapshot-store.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { sceneGroupChanged } from './api.ts'
import { countsOf } from './counts.ts'
import { refuseTaken } from './scene.ts'
import {
  addGroup,
  changeGroup,
  type SceneGroupRow,
  hasGroup,
  holdGroup,
  joinGroup,
  leaveGroup,
  listGroups,
  listMembers,
  removeGroup,
  sceneNames,
} from './store.ts'

export const calls = implement(groupCalls, {
  async list(ctx, input) {
    const { total, list } = await listGroups(ctx, input)
    const countsIn = await countsOf(ctx, [...new Set(list.flatMap(({ scene_ids }) => scene_ids))])
    const devices = (scene_ids: number[]) => scene_ids.reduce((sum, id) => sum + countsIn(id).device_total, 0)
    return {
      total,
      list: list.map(({ scene_ids, ...group }) => ({
        ...group,
        scene_cnt: scene_ids.length,
        device_cnt: devices(scene_ids),
      })),
    }
  },
  async add(ctx, { name, color = 0 }) {
    const one = { name: name.trim(), color }
    const id = await addGroup(ctx, one, nameOf(ctx), ctx.now())
    if (id === undefined) throw refuseTaken(ctx, one.name)
    ctx.audit({ object: `scene-group:${id}`, name: one.name, after: { ...one, scene_ids: [] } })
    return { id, rev: 1 }
  },
  async change(ctx, { id, rev, ...input }) {
    const before = await requireGroup(ctx, id)
    if (before.rev !== rev) throw refuse(commonErrors.changedMeanwhile, { by: before.changed_by }, { current: before })
    const after = { name: input.name?.trim() ?? before.name, color: input.color ?? before.color }
    if (!(await changeGroup(ctx, id, after, nameOf(ctx), ctx.now()))) throw refuseTaken(ctx, after.name)
    ctx.audit({
      object: `scene-group:${id}`,
      name: after.name,
      before: { name: before.name, color: before.color },
      after,
    })
    announce(ctx, before.id, before.scene_ids)
    return { rev: rev + 1 }
  },
  async remove(ctx, { id }) {
    const { name, color, scene_ids } = await requireGroup(ctx, id)
    const snapshot = (await captureSnapshots(ctx.db, 'scene_group', [id])).get(id)
    await removeGroup(ctx, id)
    ctx.audit({ object: `scene-group:${id}`, name, before: { name, color, scene_ids }, snapshot })
    announce(ctx, id, scene_ids)
    return {}
  },
  async scene(ctx, input) {
    if (!(await hasGroup(ctx, input.group_id))) throw refuse(commonErrors.notFound)
    const { total, list } = await listMembers(ctx, input)
    const countsIn = await countsOf(
      ctx,
      list.map(({ id }) => id),
    )
    return {
      total,
      list: list.map((scene) => {
        const { device_total, device_online } = countsIn(scene.id)
        return { ...scene, device_total, device_online }
      }),
    }
  },
  join: (ctx, { group_id, scene_ids }) => changeMembers(ctx, group_id, scene_ids, joinGroup),
  leave: (ctx, { group_id, scene_ids }) => changeMembers(ctx, group_id, scene_ids, leaveGroup),
})

const nameOf = ({ session }: Ctx) => session?.name ?? ''

async function requireGroup(ctx: Ctx, id: number): Promise<SceneGroupRow> {
  const group = await holdGroup(ctx, id)
  if (!group) throw refuse(commonErrors.notFound)
  return group
}

/** Scenes that the caller may not write to are refused one by one. */
async function changeMembers(ctx: Ctx, group_id: number, wanted: readonly number[], how: typeof joinGroup) {
  const before = await requireGroup(ctx, group_id)
  const scene_ids = [...new Set(wanted)].filter((id) => whyNotIn(ctx, id) === undefined)
  await how(ctx, group_id, scene_ids)
  const after = await requireGroup(ctx, group_id)
  const said = (group: SceneGroupRow) => ({ scene_ids: group.scene_ids })
  if (scene_ids.length > 0) {
    ctx.audit({ object: `scene-group:${group_id}`, name: before.name, before: said(before), after: said(after) })
    announce(ctx, group_id, scene_ids)
  }
  const seen = await sceneNames({ ...ctx, access: listing(ctx, groupCalls.scene) }, wanted)
  return batchOut(
    ctx,
    wanted,
    scene_ids.map((id) => ({ id })),
    seen,
  )
}

function announce(ctx: Ctx, group_id: number, scene_ids: number[]): void {
  ctx.emit(sceneGroupChanged, { group_id, team_id: ctx.access.team_id, scene_ids })
}
