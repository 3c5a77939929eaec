import type { QueryContext } from '../../kernel/db.ts'
import { newestFor, standing } from './rules.ts'
import { allFirmware, kindsOf } from './store.ts'

/**
 * The newest stable version of the caller's library for each of these devices, '' for those that run it or a later one;
 * devices without an image in the library are missing.
 */
export async function newerOf(ctx: QueryContext, device_ids: readonly number[]): Promise<Map<number, string>> {
  const [images, devices] = [await allFirmware(ctx), await kindsOf(ctx, device_ids)]
  return new Map(
    devices.flatMap((one) => {
      const newest = newestFor(images, one)
      return newest ? [[one.id, standing(newest, one.firmware) === 'behind' ? newest.version : ''] as const] : []
    }),
  )
}
