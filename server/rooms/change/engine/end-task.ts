import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import type { taskReason } from '@belvedere/contract/rooms/task/reason/enums.ts'
import { setReasons } from '@belvedere/contract/rooms/task/shared-reason/enums.ts'
import { losses } from '@belvedere/contract/rooms/account/loss/enums.ts'
import type { Db } from '../../../kernel/db.ts'
import { endItems, type ItemEnd } from '../../task/api.ts'
import type { ItemState, ChangeReason } from '../store.ts'
import type { EngineRun } from './run.ts'
import { type DrivenItem, type DrivenSet, editsOf } from './store.ts'

type TaskReason = IdOf<typeof taskReason>
type TaskItemEnd = Omit<ItemEnd, 'device_id' | 'reason'> & { reason?: TaskReason }

const same = Object.keys({ ...losses, ...setReasons }) as (keyof typeof losses | keyof typeof setReasons)[]

/** Reasons of devices and sets as those of tasks. */
const reasons: Partial<Record<ChangeReason, TaskReason>> = {
  offline: 'unsent_offline',
  unsupported: 'unsupported',
  refused: 'refused',
  partial: 'partial',
  silent: 'silent',
  unconfirmed: 'unconfirmed',
  cut: 'returned',
  gone: 'gone',
  ...Object.fromEntries(same.map((one) => [one, one])),
}

/** The items of the task end with the result of the set on each device; a device without changes succeeds. */
export async function endTask(
  { system, id, set }: Pick<EngineRun, 'system' | 'id' | 'set'>,
  db: Db,
  items: readonly DrivenItem[],
) {
  if (set.task_id === null) return
  const byId = new Map(items.map((item) => [item.id, item]))
  const targets = (await editsOf(db, id)).map(({ target_id }) => target_id)
  const ends = targets.map((device_id): ItemEnd => ({ device_id, ...endOf(byId.get(device_id), set) }))
  await endItems({ db, access: system.access }, set.task_id, system.now(), ends)
}

/** The result of one device, as a task item. */
export function endOf(
  item: Pick<DrivenItem, 'state' | 'reason' | 'msg'> | undefined,
  set: Pick<DrivenSet, 'reason'>,
): TaskItemEnd {
  if (!item || item.state === 'done') return { result: 0 }
  const { msg } = item
  if (item.state === 'partly') return { result: 2, reason: 'partial', msg }
  // for a device without an error, the reason why the set was rolled back
  const why = item.reason ?? (inTurn.has(item.state) ? set.reason : null)
  if (why === 'cancelled') return { result: 4, reason: item.state === 'returned' ? 'returned' : 'cancelled', msg }
  return { result: 1, reason: (why && reasons[why]) ?? otherwise[item.state] ?? 'failed', msg }
}

const inTurn: ReadonlySet<ItemState> = new Set(['returned', 'waiting', 'skipped'])
const otherwise: Partial<Record<ItemState, TaskReason>> = { returned: 'returned', waiting: 'not_begun', lost: 'silent' }
