import { defineUplinkDepths } from '../../devices/uplink-depths.ts'
import type { QueryContext } from '../../kernel/db.ts'
import { depthsAmong, type DepthDevice } from './depth-rules.ts'
import { uplinkPaths } from './networks.ts'

/** See `depthsAmong`; for devices that the caller does not see by their type. */
export async function depthsOf(
  ctx: QueryContext,
  devices: readonly DepthDevice[],
  now: number,
): Promise<Map<number, number>> {
  return depthsAmong(
    devices,
    await uplinkPaths(
      ctx,
      devices.map(({ id }) => id),
      now,
    ),
  )
}

export const depths = defineUplinkDepths({
  depthsOf: (system, devices) => depthsOf(system, devices, system.now()),
})
