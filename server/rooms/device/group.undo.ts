import { groupCalls } from '@belvedere/contract/rooms/device/group.ts'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { Ctx } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { defineUndo, type Reversal, type ObjectState } from '../../engines/undo/define-undo.ts'
import { announce, calls, detailsOf, taken } from './group.ts'
import {
  type Group,
  type GroupDetails,
  groupsOfDevices,
  hasGroupNamed,
  holdGroup,
  listMembers,
  type Moved,
  putInto,
} from './group/store.ts'

const { handlers } = calls

/** Group by device. */
type GroupOf = Readonly<Record<string, number | null>>

const group: Reversal = {
  kind: 'device-group',
  async read(ctx, id, input) {
    const found = await holdGroup(ctx, id)
    return found && { ...detailsOf(found), ...(await groupsAmong(ctx, input)) }
  },
  async change(ctx, id, { group_of, ...details }) {
    const now = await holdGroup(ctx, id)
    if (now && group_of) await regroup(ctx, now, group_of as GroupOf)
    if (now && Object.keys(details).length)
      await handlers.change(ctx, { id, rev: now.rev, ...(details as Partial<GroupDetails>) })
  },
  remove: (ctx, id) => handlers.remove(ctx, { id }),
  async restore(ctx, id, state, restoreRows) {
    const { name } = state as unknown as GroupDetails
    if (await hasGroupNamed(ctx, name)) throw taken(ctx, name)
    await restoreRows()
    announce(ctx, await listMembers(ctx, id))
  },
}

async function groupsAmong(ctx: Ctx, { group_of }: ObjectState) {
  if (!group_of) return {}
  const ids = Object.keys(group_of as GroupOf).map(Number)
  return { group_of: Object.fromEntries(await groupsOfDevices(ctx, ids)) }
}

/** Moves each device back into its former group; a device is in one at most. */
async function regroup(ctx: Ctx, { id, name }: Group, to: GroupOf): Promise<void> {
  const ids = Object.keys(to).map(Number)
  const now = await groupsOfDevices(ctx, ids)
  const moved: Moved[] = []
  for (const [group_id, some] of Map.groupBy(ids, (one) => to[one] ?? null)) {
    const group = group_id === null ? undefined : await holdGroup(ctx, group_id)
    if (group_id !== null && !group) throw refuse(commonErrors.notFound)
    moved.push(...(await putInto(ctx, some, group)))
  }
  if (moved.length < ids.length) throw refuse(commonErrors.notFound)
  const before = { group_of: Object.fromEntries(now) }
  ctx.audit({ object: `device-group:${id}`, name, before, after: { group_of: to } })
  announce(ctx, moved)
}

export const undo = defineUndo(groupCalls, { add: group, change: group, remove: group, join: group, leave: group })
