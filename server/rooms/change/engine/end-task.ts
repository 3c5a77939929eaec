import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import type { taskReason } from '@belvedere/contract/rooms/log/reason/enums.ts'
import { losses } from '@belvedere/contract/rooms/account/loss/enums.ts'
import type { Db } from '../../../kernel/db.ts'
import { endItems, type ItemEnd } from '../../log/api.ts'
import type { Reason } from '../store.ts'
import type { Run } from './run.ts'
import { type DrivenItem, type DrivenSet, editsOf } from './store.ts'

type End = Omit<ItemEnd, 'device_id' | 'reason'> & { reason?: IdOf<typeof taskReason> }

const lost = Object.keys(losses) as (keyof typeof losses)[]

/** Reasons of a device, in the words of tasks; the others are of the set as a whole. */
const reasons: Partial<Record<Reason, IdOf<typeof taskReason>>> = {
  offline: 'unsent_offline',
  unsupported: 'unsupported',
  refused: 'refused',
  partial: 'partial',
  silent: 'silent',
  unconfirmed: 'unconfirmed',
  cut: 'returned',
  gone: 'gone',
  ...Object.fromEntries(lost.map((one) => [one, one])),
}

/** The items of the task end as the set did on each device; a device that needed nothing has what is wanted. */
export async function endTask(
  { system, id, set }: Pick<Run, 'system' | 'id' | 'set'>,
  db: Db,
  items: readonly DrivenItem[],
) {
  if (set.task_id === null) return
  const byId = new Map(items.map((item) => [item.id, item]))
  const targets = (await editsOf(db, id)).map(({ target_id }) => target_id)
  const ends = targets.map((device_id): ItemEnd => ({ device_id, ...endOf(byId.get(device_id), set) }))
  await endItems({ db, access: system.access }, set.task_id, system.now(), ends)
}

/** What became of one device, as an item of a task says it. */
export function endOf(
  item: Pick<DrivenItem, 'state' | 'reason' | 'msg'> | undefined,
  set: Pick<DrivenSet, 'reason'>,
): End {
  if (!item || item.state === 'done') return { result: 0 }
  const { msg } = item
  const reason = item.reason ? reasons[item.reason] : undefined
  switch (item.state) {
    case 'partly':
      return { result: 2, reason: 'partial', msg }
    case 'skipped':
    case 'failed':
      return { result: 1, reason: reason ?? 'failed', msg }
    case 'returned':
      return { result: 1, reason: 'returned', msg }
    case 'waiting':
      return set.reason === 'cancelled' ? { result: 4, reason: 'cancelled' } : { result: 1, reason: 'not_begun' }
    default:
      return { result: 1, reason: reason ?? 'silent', msg }
  }
}
