import { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import type { Words } from '@belvedere/contract/kit/text.ts'
import { batchOut, listing, type SeenRow } from '../../engines/batch-out/batch-out.ts'
import type { Ctx } from '../../kernel/implement.ts'
import { listSeen } from './store.ts'

/** The answer of a batch over devices. Devices that failed are named where the caller sees them, with the reason. */
export async function devicesOut(
  ctx: Ctx,
  ids: readonly number[],
  done: readonly { id: number }[],
  otherwise?: Words | ((row: SeenRow) => Words),
) {
  const found = new Set(done.map(({ id }) => id))
  const left = ids.filter((id) => !found.has(id))
  const access = listing(ctx, deviceCalls.all)
  const seen = left.length > 0 ? await listSeen({ ...ctx, access }, left) : []
  return batchOut(ctx, ids, done, seen, otherwise)
}
