import type { Ctx } from '../../../kernel/implement.ts'
import { type Order, planOf } from './plans.ts'
import { callerOf, startCommand } from './start-command.ts'

/** Orders of one task anew, for some of its devices, as a task of its own that names the former. */
export function repeatOrder(ctx: Ctx, ids: readonly number[], order: unknown, retry_of: number) {
  return startCommand(ctx, ids, undefined, { ...planOf(callerOf(ctx), order as Order), retry_of })
}
