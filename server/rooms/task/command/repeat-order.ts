import type { Order } from './order.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { planOf } from './define-order.ts'
import { callerOf, startCommand } from './start-command.ts'

interface Repeat {
  order: unknown
  retry_of: number
  /** Refuses an action that requires a confirmation. */
  confirm(action: 'reboot' | 'upgrade'): Promise<void>
}

/** Repeats the orders of one task, for some of its devices, as a separate task that names the former. */
export async function repeatOrder(ctx: Ctx, ids: readonly number[], { order: kept, retry_of, confirm }: Repeat) {
  const order = kept as Order
  if (order.kind !== 'backup') await confirm(order.kind)
  return startCommand(ctx, ids, undefined, { ...(await planOf(callerOf(ctx), order)), retry_of })
}
