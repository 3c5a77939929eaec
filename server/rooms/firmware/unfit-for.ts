import type { QueryContext } from '../../kernel/db.ts'
import { fits } from './rules.ts'
import { type Firmware, kindsOf } from './store.ts'

/**
 * Devices that an image of the library does not fit, with their model. Devices that have not reported their version are
 * not included.
 */
export async function unfitFor(
  ctx: QueryContext,
  image: Firmware,
  device_ids: readonly number[],
): Promise<{ id: number; model: string }[]> {
  return (await kindsOf(ctx, device_ids)).filter((one) => !fits(image, one)).map(({ id, model }) => ({ id, model }))
}
