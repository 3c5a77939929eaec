import type { Ctx } from '../../../kernel/implement.ts'
import { putRequests } from './store.ts'

/** Requests devices to report, on behalf of the caller, as soon as their configuration is known and they are online. */
export async function requestReporting(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await putRequests(ctx, ids, { uid: ctx.uid, now: ctx.now() })
}
