import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { deviceErrors as errors } from '@belvedere/contract/rooms/device/errors.ts'
import { groupCalls } from '@belvedere/contract/rooms/device/group.ts'
import { groupColor } from '@belvedere/contract/rooms/scene/enums.ts'
import { defineEvent } from '../../kernel/event.ts'
import { captureSnapshots } from '../../engines/deleted-snapshot/snapshot-store.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { devicesOut } from './batch-out.ts'
import {
  addGroup,
  changeGroup,
  countTimers,
  type Group,
  type GroupDetails,
  holdGroup,
  listGroupOptions,
  listGroups,
  listMembers,
  type Member,
  type Moved,
  removeGroup,
  setGroup,
} from './group/store.ts'

/** Devices joined a group, left one, or their group was renamed. */
export const deviceGrouped = defineEvent<{ scene_id: number; ids: number[] }>('device.grouped', {
  live: ({ scene_id, ids }) => ({ topic: 'device', scene_id, ids }),
})

export const calls = implement(groupCalls, {
  list: listGroups,
  async option(ctx) {
    return { list: await listGroupOptions(ctx) }
  },
  async add(ctx, { name, color = groupColor.id.blue, note = '' }) {
    const one = { name: name.trim(), color, note: note.trim() }
    const id = await addGroup(ctx, one, nameOf(ctx), ctx.now())
    if (id === undefined) throw taken(ctx, one.name)
    ctx.audit({ object: `device-group:${id}`, name: one.name, after: one })
    return { id, rev: 1 }
  },
  async change(ctx, { id, rev, ...input }) {
    const before = await requireGroup(ctx, id)
    if (before.rev !== rev) throw refuse(commonErrors.changedMeanwhile, { by: before.changed_by }, { current: before })
    const after = {
      name: input.name?.trim() ?? before.name,
      color: input.color ?? before.color,
      note: input.note?.trim() ?? before.note,
    }
    if (!(await changeGroup(ctx, id, after, nameOf(ctx), ctx.now()))) throw taken(ctx, after.name)
    ctx.audit({ object: `device-group:${id}`, name: after.name, before: detailsOf(before), after })
    announce(ctx, await listMembers(ctx, id))
    return { rev: rev + 1 }
  },
  async remove(ctx, { id }) {
    const group = await requireGroup(ctx, id)
    const members = await listMembers(ctx, id)
    const timers = await countTimers(ctx, id)
    const snapshot = (await captureSnapshots(ctx.db, 'device_group', [id])).get(id)
    await removeGroup(ctx, id)
    const before = { ...detailsOf(group), devices: members.length, timers }
    ctx.audit({ object: `device-group:${id}`, name: group.name, before, snapshot })
    announce(ctx, members)
    return {}
  },
  join: (ctx, { group_id, ids }) => regroup(ctx, group_id, ids, 'join'),
  leave: (ctx, { group_id, ids }) => regroup(ctx, group_id, ids, 'leave'),
})

const nameOf = ({ session }: Ctx) => session?.name ?? ''
/** The group of each device, for the operation log. */
const groupsOf = (moved: readonly Moved[], of: (one: Moved) => number | null) => ({
  group_of: Object.fromEntries(moved.map((one) => [one.id, of(one)])),
})
export const detailsOf = ({ name, color, note }: GroupDetails): GroupDetails => ({ name, color, note })

export const taken = ({ lang }: Ctx, name: string) =>
  refuse(errors.groupNameTaken, { name }, { fields: { name: errors.groupNameTaken[lang].replace('{name}', name) } })

async function requireGroup(ctx: Ctx, id: number): Promise<Group> {
  const group = await holdGroup(ctx, id)
  if (!group) throw refuse(commonErrors.notFound)
  return group
}

async function regroup(ctx: Ctx, group_id: number, ids: readonly number[], way: 'join' | 'leave') {
  const group = await requireGroup(ctx, group_id)
  const moved = await setGroup(ctx, ids, group, way)
  if (moved.length > 0) {
    const [before, after] = [
      groupsOf(moved, ({ was }) => was),
      groupsOf(moved, () => (way === 'join' ? group_id : null)),
    ]
    ctx.audit({ object: `device-group:${group_id}`, name: group.name, before, after })
    announce(ctx, moved)
  }
  const otherwise = way === 'join' ? errors.otherTeam : errors.notInGroup
  return devicesOut(ctx, ids, moved, otherwise)
}

export function announce(ctx: Ctx, members: readonly Member[]): void {
  const scenes = Map.groupBy(members, ({ scene_id }) => scene_id)
  for (const [scene_id, list] of scenes) ctx.emit(deviceGrouped, { scene_id, ids: list.map(({ id }) => id) })
}
