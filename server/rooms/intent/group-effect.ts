import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import { groupEffectCalls } from '@belvedere/contract/rooms/intent/group-effect.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { findGroup, listMovable } from '../device/api.ts'
import { listTimerNames } from '../task/api.ts'
import { underGroup } from './under-group.ts'

/** Devices told by name. */
const FEW = 20

type Effect = Out<typeof groupEffectCalls.preview>

export const calls = implement(groupEffectCalls, { preview: effectOf })

/** What a change of group would bring to devices the caller may change. */
async function effectOf(ctx: Ctx, { group_id, ids }: In<typeof groupEffectCalls.preview>): Promise<Effect> {
  const group = group_id ? await findGroup(ctx, group_id) : undefined
  if (group_id && !group) throw refuse(commonErrors.notFound)
  const to = group?.id ?? null
  const moving = (await listMovable(ctx, ids, group?.team_id)).filter((one) => one.group_id !== to)
  const { changed, kinds } = await underGroup(
    ctx,
    moving.map(({ id }) => id),
    to,
  )
  const names = new Map(moving.map(({ id, name }) => [id, name]))
  return {
    total_cnt: moving.length,
    moved_cnt: moving.filter((one) => one.group_id !== null).length,
    changed_cnt: changed.length,
    changed: changed.slice(0, FEW).map((id) => ({ id, name: names.get(id) ?? '' })),
    changed_ids: changed,
    kinds,
    timers: group ? await listTimerNames(ctx, group.id) : [],
  }
}
