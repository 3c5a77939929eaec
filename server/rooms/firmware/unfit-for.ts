import type { QueryContext } from '../../kernel/db.ts'
import { fits } from './rules.ts'
import { type Firmware, kindsOf } from './store.ts'

/** Devices that an image of the library does not fit, with their model. One that has not said yet what it runs is not among them. */
export async function unfitFor(
  ctx: QueryContext,
  image: Firmware,
  device_ids: readonly number[],
): Promise<{ id: number; model: string }[]> {
  return (await kindsOf(ctx, device_ids)).filter((one) => !fits(image, one)).map(({ id, model }) => ({ id, model }))
}
