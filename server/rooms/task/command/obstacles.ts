import type { HeldDevice } from '../../device/api.ts'
import type { CommandObstacle, Obstacles, Plan } from './plan.ts'

const none: ReadonlyMap<number, CommandObstacle> = new Map()

/** A call refuses an order for the first of its devices that cannot execute it. */
export function requireNone({ all, byDevice }: Obstacles): void {
  const first = all ?? byDevice.values().next().value
  if (first) throw first.refusal
}

/** Devices that a due plan cannot be applied to, with the reason. */
export async function refusedOf(
  plan: Plan,
  devices: readonly HeldDevice[],
): Promise<ReadonlyMap<number, CommandObstacle>> {
  const { all, byDevice } = (await plan.obstacles?.(devices)) ?? { byDevice: none }
  return all ? new Map(devices.map(({ id }) => [id, all])) : byDevice
}
