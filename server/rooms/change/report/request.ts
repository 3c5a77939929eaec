import type { Ctx } from '../../../kernel/implement.ts'
import { putRequests } from './store.ts'

/** As soon as the configuration of the devices is known and they are online, they are asked to report, on behalf of the caller. */
export async function requestReporting(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await putRequests(ctx, ids, { uid: ctx.uid, now: ctx.now() })
}
