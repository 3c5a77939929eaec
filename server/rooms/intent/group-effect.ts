import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import { groupEffectCalls } from '@belvedere/contract/rooms/intent/group-effect.ts'
import type { IntentKind } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { findGroup, listMovable } from '../device/api.ts'
import { listTimerNames } from '../task/api.ts'
import { type IntentCtx, compileDevices, type CompiledDevice } from './compile-devices.ts'
import { contentsFor, groupsStating } from './store.ts'

/** Maximum number of devices that are named. */
const FEW = 20

type Effect = Out<typeof groupEffectCalls.preview>

export const calls = implement(groupEffectCalls, { preview: effectOf })

/** The effect of a group change on devices that the caller may change. */
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

interface UnderGroup {
  /** Devices whose desired configuration would change. */
  changed: number[]
  /** The intents of the group, by kind. */
  kinds: { kind: IntentKind; cnt: number }[]
}

/** The effect of another group, or of none, on devices that the caller sees. */
async function underGroup(at: IntentCtx, ids: readonly number[], group_id: number | null): Promise<UnderGroup> {
  const rows = group_id === null ? [] : await contentsFor(at, { scenes: [], groups: [group_id], devices: [] })
  const kinds = [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, { length: cnt }]) => ({ kind, cnt }))
  // where neither the new group nor the current ones have intents, nothing is compiled
  if (rows.length === 0 && !(await groupsStating(at, ids))) return { changed: [], kinds }
  const [now, then] = [await compileDevices(at, ids), await compileDevices(at, ids, [], { group_id })]
  return { changed: ids.filter((id) => differs(now.get(id), then.get(id))), kinds }
}

function differs(now: CompiledDevice | undefined, then: CompiledDevice | undefined): boolean {
  if (!now?.document || !then?.document) return false
  return now.digest !== then.digest
}
